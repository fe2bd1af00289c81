import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isRefusal, NotFoundError } from '#common/errors/app-error.js';
import { isUuid } from '#common/validation/uuid.js';
import { Configuration } from '#config/configuration.js';
import type { AnonymousContext, RequestContext } from '#core/company-scope/request-context.js';
import type { AttachmentLinkResponse, SharedFileQuery } from '../attachment.dto.js';
import { AttachmentsRepository } from '../attachments.repository.js';
import { Downloads } from './downloads.js';

const LIFETIME_SECONDS = 300;

/** Addresses of files that work without credentials for a while. */
@Injectable()
export class FileLinks {
  private readonly key: Buffer;
  private readonly publicUrl: string;

  constructor(
    private readonly rows: AttachmentsRepository,
    private readonly downloads: Downloads,
    { jwtSecret, publicUrl }: Configuration,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'links to files', 32));
    this.publicUrl = publicUrl;
  }

  /** @throws NotFoundError, ConflictError */
  async makeLink(context: RequestContext, id: string): Promise<AttachmentLinkResponse> {
    await this.downloads.getReady(context, id);
    const expires = Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS;
    const user = context.userId;
    const query = new URLSearchParams({
      expires: String(expires),
      user,
      signature: this.sign(id, String(expires), user),
    });
    return {
      url: `${this.publicUrl}/api/files/${id}?${query.toString()}`,
      expiresAt: new Date(expires * 1_000).toISOString(),
    };
  }

  /** The bytes, as the user who made the link may read them now. @throws NotFoundError whatever is wrong */
  async followLink(
    anonymous: AnonymousContext,
    id: string,
    query: SharedFileQuery,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    try {
      const context = await this.findContext(anonymous, id, query);
      if (!context) throw new NotFoundError('File');
      const answer = await this.downloads.readContent(context, id, reply);
      void reply.header('Cache-Control', 'no-store');
      return answer;
    } catch (error) {
      throw isRefusal(error) ? new NotFoundError('File') : error;
    }
  }

  private async findContext(
    anonymous: AnonymousContext,
    id: string,
    { expires = '', user = '', signature = '' }: SharedFileQuery,
  ): Promise<RequestContext | undefined> {
    const expected = Buffer.from(this.sign(id, expires, user));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected) || !isUuid(user)) return undefined;
    if (!/^\d{1,15}$/.test(expires) || Number(expires) * 1_000 <= Date.now()) return undefined;
    const companyId = await this.rows.findCompany(anonymous, id);
    if (companyId === undefined) return undefined;
    const role = await this.rows.findRole(anonymous, companyId, user);
    return role && { ...anonymous, companyId, userId: user, role, share: companyId };
  }

  private sign(id: string, expires: string, user: string): string {
    return createHmac('sha256', this.key).update(`${id}\n${expires}\n${user}`).digest('base64url');
  }
}
