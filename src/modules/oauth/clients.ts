import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { isUuid } from '#common/validation/uuid.js';
import type { AnonymousContext, DatabaseContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type Client, redirectUris, shownAddress, shownName } from './client.js';
import { ClientDocuments, isDocumentAddress } from './client-documents.js';
import { ClientsRepository } from './clients.repository.js';
import { OAuthError } from './oauth-errors.js';

/** Clients that one network may register in an hour. */
const MOST_REGISTRATIONS = 20;

/** What a client that registered is told (RFC 7591, 3.2.1). */
export interface RegisteredClient {
  readonly client_id: string;
  readonly client_id_issued_at: number;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method: 'none';
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
}

/** The programs that people may connect: those with metadata at their own address, and those that registered. */
@Injectable()
export class Clients {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly documents: ClientDocuments,
    private readonly database: Database,
  ) {}

  /** Undefined for what is no client, or cannot be read. */
  async findClient(context: DatabaseContext, id: string): Promise<Client | undefined> {
    if (isUuid(id)) return this.clients.findById(context, id);
    return isDocumentAddress(id) ? this.documents.findClient(id) : undefined;
  }

  /** Whether there may be such a client; its document is not read again. */
  async hasClient(context: DatabaseContext, id: string): Promise<boolean> {
    return isUuid(id) ? (await this.clients.findById(context, id)) !== undefined : isDocumentAddress(id);
  }

  async noteUse(context: DatabaseContext, id: string): Promise<void> {
    if (isUuid(id)) await this.clients.noteUse(context, id);
  }

  /** Members that are not known are ignored. @throws OAuthError, RateLimitExceededError */
  async registerClient(anonymous: AnonymousContext, metadata: unknown): Promise<RegisteredClient> {
    const { redirect_uris: addresses, client_name: name, client_uri: uri } = readMetadata(metadata);
    const client = { id: uuidv7(), name: shownName(name, addresses), uri: shownAddress(uri), redirectUris: addresses };
    const networkHash = hash('sha256', anonymous.clientNetwork, 'hex');
    await this.database.transaction(anonymous, async (tx) => {
      const wait = await this.clients.findWait(tx, networkHash, MOST_REGISTRATIONS);
      if (wait > 0) throw new RateLimitExceededError(wait);
      await this.clients.insertClient(tx, client, networkHash);
    });
    return {
      client_id: client.id,
      client_id_issued_at: Math.floor(Date.now() / 1_000),
      client_name: client.name,
      redirect_uris: addresses,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }
}

const METADATA = z.object({
  redirect_uris: redirectUris,
  client_name: z.unknown().optional(),
  client_uri: z.unknown().optional(),
});

function readMetadata(metadata: unknown): z.output<typeof METADATA> {
  const { data } = METADATA.safeParse(metadata);
  if (data) return data;
  throw new OAuthError(
    'invalid_redirect_uri',
    'redirect_uris must be 1 to 10 addresses: https, or http at 127.0.0.1, [::1] or localhost, without credentials, wildcard or fragment',
  );
}
