import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { OutboundHttp } from '#core/outbound/outbound-http.js';
import { type Client, redirectUris, shownAddress, shownName } from './client.js';
import { LONGEST_ADDRESS } from './redirect-addresses.js';

const TIMEOUT = 5_000;
const MOST_BYTES = 64 * 1024;
/** Milliseconds that a document is remembered at most, whatever its headers say. */
const A_DAY = 86_400_000;
const MOST_REMEMBERED = 1_000;

const ADDRESS = /^https:\/\/[^/?#@\\]+(\/[^?#\\]+)(?:\?[^#\\]*)?$/;
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** What a document must be; anything else in it does not matter. */
const DOCUMENT = z.object({
  client_id: z.string(),
  client_name: z.string().min(1),
  redirect_uris: redirectUris,
  // Nobody can keep a secret in a document that everyone reads.
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
  token_endpoint_auth_method: z
    .string()
    .refine((method) => !method.startsWith('client_secret'))
    .optional(),
  client_uri: z.unknown().optional(),
});

/** Whether the id of a client is the address of its metadata. */
export function isDocumentAddress(id: string): boolean {
  const [, path] = (id.length <= LONGEST_ADDRESS && !/[^\x21-\x7e]/.test(id) && ADDRESS.exec(id)) || [];
  return path !== undefined && URL.canParse(id) && !path.split('/').some((segment) => DOT_SEGMENT.test(segment));
}

/** Clients that say at their own address who they are. All requests go through the outbound guard. */
@Injectable()
export class ClientDocuments {
  private readonly remembered = new Map<string, { client: Client; until: number }>();

  constructor(private readonly http: OutboundHttp) {}

  /** Undefined: the document cannot be had, or is not what it should be. */
  async findClient(address: string): Promise<Client | undefined> {
    const known = this.remembered.get(address);
    if (known && known.until > Date.now()) return known.client;
    this.remembered.delete(address);
    const answer = await this.fetch(address);
    const client = answer && readDocument(address, answer.body);
    if (client) this.remember(client, freshFor(answer.headers));
    return client;
  }

  private async fetch(address: string): Promise<{ body: Buffer; headers: IncomingHttpHeaders } | undefined> {
    const headers = { accept: 'application/json' };
    try {
      const request = { method: 'GET', headers, body: '', timeoutMs: TIMEOUT, mostBytes: MOST_BYTES };
      const answer = await this.http.request(address, request);
      return answer.status === 200 ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  private remember(client: Client, milliseconds: number): void {
    if (milliseconds <= 0) return;
    this.remembered.set(client.id, { client, until: Date.now() + milliseconds });
    if (this.remembered.size > MOST_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value as string);
  }
}

function readDocument(address: string, body: Buffer): Client | undefined {
  const { data } = DOCUMENT.safeParse(parsed(body));
  if (data?.client_id !== address) return undefined;
  const { client_name: name, redirect_uris: addresses, client_uri: uri } = data;
  return { id: address, name: shownName(name, addresses), uri: shownAddress(uri), redirectUris: addresses };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Milliseconds that the answer may be used again. */
function freshFor({ 'cache-control': control = '', expires, age }: IncomingHttpHeaders): number {
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const seconds = /\bmax-age="?(\d{1,10})/i.exec(control)?.[1];
  const given = seconds === undefined ? Date.parse(expires ?? '') - Date.now() : Number(seconds) * 1_000;
  const left = given - (Number(age ?? 0) || 0) * 1_000;
  return Number.isNaN(left) ? 0 : Math.min(left, A_DAY);
}
