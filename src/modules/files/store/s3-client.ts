import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import type { S3Configuration } from '#config/configuration.js';
import { OperatorHttp } from '#core/outbound/operator-http.js';
import type { LocalFile } from './file-store.js';

/** The first and two more. */
const TRIES = 3;
/** Milliseconds before the second try; before the third twice as many. */
const BACK_OFF = 250;
const CONNECT_TIMEOUT = 5_000;
/** Milliseconds without a byte of an answer that has begun. */
const TIMEOUT = 30_000;
/** Milliseconds in which the server takes nothing, and its answer does not begin: with the tries before, a request ends within 20 s. */
const LONGEST_SILENCE = 14_000;
const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Bytes of an error that are read. */
const MOST_OF_ERROR = 64 * 1024;

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Empty: the bucket itself. */
  readonly key: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly file?: LocalFile;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of the server that is no success. */
export class S3Error extends Error {
  constructor(
    readonly status: number,
    /** Such as `NoSuchKey`; empty where the server names none. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  get isWorthRepeating(): boolean {
    return this.status >= 500 || this.status === 429 || this.code === 'RequestTimeout';
  }
}

/** The server has taken the connection and says nothing. It is not tried again: people wait. */
class SilentServerError extends Error {
  constructor() {
    super('The S3 server does not answer');
  }
}

/** Sends signed requests about one bucket. */
export class S3Client {
  private readonly http: OperatorHttp;

  constructor(private readonly configuration: S3Configuration) {
    const connect = { timeout: CONNECT_TIMEOUT };
    this.http = new OperatorHttp(configuration.endpoint, { connect, headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT });
  }

  /** @throws S3Error, or what the connection throws, after the last try */
  async send(request: S3Request): Promise<Dispatcher.ResponseData> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.sendOnce(request);
      } catch (error) {
        const isRefused = error instanceof S3Error && !error.isWorthRepeating;
        const isHopeless = isRefused || error instanceof SilentServerError;
        if (isHopeless || tried === TRIES || request.signal?.aborted) throw error;
        await delay(BACK_OFF * tried, undefined, { signal: request.signal });
      }
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async sendOnce({ method, key, query = {}, headers = {}, file, signal }: S3Request) {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.configuration;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}${key && '/'}${key}${Object.keys(query).length > 0 ? '?' : ''}${new URLSearchParams(query).toString()}`,
      headers: { ...headers, 'X-Amz-Content-Sha256': file?.sha256 ?? SHA256_OF_NOTHING },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new SilentServerError()), LONGEST_SILENCE);
    const answer = await this.http
      .request(signed.url, {
        method,
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
        headers: { ...Object.fromEntries(signed.headers), ...(file && { 'Content-Length': String(file.size) }) },
        ...(file && {
          body: Readable.from(
            sending(file.path, () => timer.refresh()),
            { objectMode: false },
          ),
        }),
      })
      .finally(() => clearTimeout(timer));
    if (answer.statusCode < 300) return answer;
    throw await errorOf(answer, method === 'HEAD');
  }
}

/** The bytes of a file; `onTaken` is told of each piece that the server has room for. */
async function* sending(path: string, onTaken: () => void): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    onTaken();
    yield piece;
  }
}

async function errorOf({ statusCode, body }: Dispatcher.ResponseData, isHead: boolean): Promise<S3Error> {
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > MOST_OF_ERROR) break;
  }
  const code = textOf(text, 'Code') ?? (isHead && statusCode === 404 ? 'NoSuchKey' : '');
  return new S3Error(
    statusCode,
    code,
    `The S3 server answers ${statusCode} ${code} ${textOf(text, 'Message') ?? ''}`.trimEnd(),
  );
}

/** The text of the first element of the name in an answer of the server. */
export function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };
