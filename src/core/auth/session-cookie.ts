import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Configuration } from '../../config/configuration.js';
import { TOKEN_LIFETIME_SECONDS } from './tokens.js';

const NAME = '__Host-session';
const ATTRIBUTES = 'HttpOnly; Secure; SameSite=Strict; Path=/';

/** The JWT of a browser, in a cookie that no script reads (extensions 8). */
@Injectable()
export class SessionCookie {
  constructor(private readonly configuration: Configuration) {}

  /**
   * The token of the cookie; undefined where it does not count: beside an `Authorization` header, on a request of
   * another origin, and wherever CORS lets a page in (extensions 8.2).
   */
  read(request: FastifyRequest): string | undefined {
    if (request.headers.authorization !== undefined || !this.isOwn(request)) return undefined;
    const cookies = request.headers.cookie?.split(';') ?? [];
    const cookie = cookies.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${NAME}=`));
    return cookie?.slice(NAME.length + 1) || undefined;
  }

  write(reply: FastifyReply, token: string): void {
    void reply.header('Set-Cookie', `${NAME}=${token}; Max-Age=${TOKEN_LIFETIME_SECONDS}; ${ATTRIBUTES}`);
  }

  clear(reply: FastifyReply): void {
    void reply.header('Set-Cookie', `${NAME}=; Max-Age=0; ${ATTRIBUTES}`);
  }

  /** Whether the console itself sends the request. Browsers let no page set either header. */
  private isOwn({ headers, protocol, host }: FastifyRequest): boolean {
    const { origin } = headers;
    const isOwnOrigin = origin === `${protocol}://${host}` || origin === this.configuration.publicUrl;
    if (origin !== undefined && !isOwnOrigin && this.configuration.corsOrigins.includes(origin)) return false;
    const site = headers['sec-fetch-site'];
    return site === undefined ? isOwnOrigin : site === 'same-origin';
  }
}
