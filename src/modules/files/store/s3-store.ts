import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request } from 'undici';
import type { BucketConfiguration } from '../../../config/configuration.js';
import type { FileStore, LocalFile, OpenedFile, StoredFile } from './file-store.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/** The first and two more (files 5.8). */
const TRIES = 3;
/** Milliseconds before the second try; twice as many before the third. */
const BACK_OFF = 200;
const HEADERS_TIMEOUT = 30_000;
const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const PROBE = 'probe';

interface Sent {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Of the object; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Record<string, string>;
  readonly hash?: string;
  readonly size?: number;
  readonly body?: () => Readable | Buffer;
  readonly signal?: AbortSignal | undefined;
}

/** An answer that no other try makes better. */
class S3Refusal extends Error {}

/** Files in a bucket, by signed requests of its REST protocol (files 2.1). */
export class S3Store implements FileStore {
  readonly name = 's3';

  constructor(
    private readonly bucket: BucketConfiguration,
    readonly waitingFolder: string,
  ) {}

  async put(key: string, { path, size, sha256: hash }: LocalFile): Promise<void> {
    await this.send({ method: 'PUT', key, hash, size, body: () => createReadStream(path) }, drain);
    await rm(path, { force: true });
  }

  open(key: string, signal?: AbortSignal): Promise<OpenedFile | undefined> {
    return this.send({ method: 'GET', key, signal }, async (response) => {
      if (response.statusCode === 404) {
        await ensureNoObject(response);
        return undefined;
      }
      const size = Number(response.headers['content-length']);
      return { stream: whole(response.body, size), size };
    });
  }

  async delete(key: string): Promise<void> {
    await this.send({ method: 'DELETE', key }, drain);
  }

  async *list(): AsyncGenerator<StoredFile> {
    const { prefix } = this.bucket;
    let token: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) };
      const page = await this.send({ method: 'GET', key: '', query }, ({ body }) => body.text());
      for (const [, object = ''] of page.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
        const key = textOf(object, 'Key') ?? '';
        yield { key: key.slice(prefix.length), modifiedAt: new Date(textOf(object, 'LastModified') ?? 0) };
      }
      token = textOf(page, 'NextContinuationToken');
    } while (token !== undefined);
  }

  async check(): Promise<void> {
    const key = `${PROBE}-${process.pid}-${Date.now()}`;
    const body = Buffer.from(PROBE);
    await this.send({ method: 'PUT', key, size: body.length, body: () => body }, drain);
    const read = await this.send({ method: 'GET', key }, (response) => response.body.text());
    await this.delete(key);
    if (read !== PROBE) throw new StoreUnavailableError(new Error('What was written is not what was read'));
  }

  /** Sends a request up to three times; `read` gets an answer of success, or the 404 of a GET or DELETE. */
  private async send<T>(sent: Sent, read: (response: Dispatcher.ResponseData) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await read(await this.attempt(sent));
      } catch (error) {
        if (sent.signal?.aborted) throw error;
        if (tries === TRIES || error instanceof S3Refusal) throw new StoreUnavailableError(error);
        await delay(BACK_OFF * 2 ** (tries - 1) * (0.5 + Math.random()));
      }
    }
  }

  private async attempt(sent: Sent): Promise<Dispatcher.ResponseData> {
    const { method, hash = sent.body ? 'UNSIGNED-PAYLOAD' : EMPTY_HASH, size, body, signal } = sent;
    const { accessKeyId, secretAccessKey, region } = this.bucket;
    const url = this.addressOf(sent);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'X-Amz-Content-Sha256': hash },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const { headers } = await signer.sign();
    const response = await request(url, {
      method,
      headers: { ...Object.fromEntries(headers), ...(size !== undefined && { 'Content-Length': String(size) }) },
      body: body?.() ?? null,
      headersTimeout: HEADERS_TIMEOUT,
      bodyTimeout: HEADERS_TIMEOUT,
      ...(signal && { signal }),
    });
    const isMissing = response.statusCode === 404 && method !== 'PUT';
    if ((response.statusCode >= 200 && response.statusCode < 300) || isMissing) return response;
    const text = (await response.body.text()).slice(0, 300);
    const problem = `${method} of the bucket ${this.bucket.name} was answered with ${response.statusCode}: ${text}`;
    const isFinal = response.statusCode < 500 && response.statusCode !== 408 && response.statusCode !== 429;
    throw isFinal ? new S3Refusal(problem) : new Error(problem);
  }

  private addressOf({ key, query = {} }: Sent): URL {
    const { endpoint, name, prefix } = this.bucket;
    const path = key === '' ? '' : `/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;
    const url = new URL(`${endpoint}/${name}${path}`);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    return url;
  }
}

/** A bucket that has vanished answers 404, too. */
async function ensureNoObject({ body }: Dispatcher.ResponseData): Promise<void> {
  const code = textOf(await body.text(), 'Code');
  if (code === 'NoSuchBucket') throw new S3Refusal('There is no such bucket');
}

async function drain({ body, statusCode }: Dispatcher.ResponseData): Promise<void> {
  if (statusCode === 404) await ensureNoObject({ body, statusCode } as Dispatcher.ResponseData);
  else await body.dump();
}

/** The bytes of an answer; an error at its end when some are missing. */
function whole(body: Readable, size: number): Readable {
  return Readable.from(
    (async function* () {
      let received = 0;
      for await (const chunk of body) {
        received += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      if (received !== size) throw new Error(`The bucket has sent ${received} bytes of ${size}`);
    })(),
    { objectMode: false },
  );
}

function textOf(xml: string, tag: string): string | undefined {
  const [, text] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml) ?? [];
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
