import { hash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import type { S3Configuration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import type { FileStore, LocalFile, OpenedFile, StoredFile } from './file-store.js';
import { S3Client, S3Error, textOf } from './s3-client.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/** Answers in a row that end without a further byte of an object. */
const MOST_FRUITLESS = 3;

/** Files in a bucket of an S3 server. */
export class S3Store implements FileStore {
  readonly name = 's3';
  private readonly client: S3Client;

  constructor(
    private readonly configuration: S3Configuration,
    readonly waitingFolder: string,
  ) {
    this.client = new S3Client(configuration);
  }

  put(key: string, file: LocalFile): Promise<void> {
    return available(async () => {
      const { body } = await this.client.send({ method: 'PUT', key: this.objectKey(key), file });
      await body.dump();
      await rm(file.path, { force: true });
    });
  }

  open(key: string, signal?: AbortSignal): Promise<OpenedFile | undefined> {
    return available(() =>
      unlessMissing(async () => {
        const answer = await this.get(key, 0, signal);
        const size = Number(answer.headers['content-length']);
        return { stream: Readable.from(this.read(key, size, answer, signal), { objectMode: false }), size };
      }),
    );
  }

  has(key: string): Promise<boolean> {
    return available(async () => {
      const answer = await unlessMissing(() => this.client.send({ method: 'HEAD', key: this.objectKey(key) }));
      await answer?.body.dump();
      return answer !== undefined;
    });
  }

  delete(key: string): Promise<void> {
    return available(async () => {
      const answer = await unlessMissing(() => this.client.send({ method: 'DELETE', key: this.objectKey(key) }));
      await answer?.body.dump();
    });
  }

  async *list(): AsyncGenerator<StoredFile> {
    const { prefix } = this.configuration;
    for (let next: string | undefined = ''; next !== undefined;) {
      const page: string = await available(() => this.listPage(next ?? ''));
      // The first piece is what stands before the entries.
      for (const entry of page.split('<Contents>').slice(1)) {
        const key = textOf(entry, 'Key') ?? '';
        yield { key: key.slice(prefix.length), modifiedAt: new Date(textOf(entry, 'LastModified') ?? '') };
      }
      next = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : undefined;
    }
  }

  /** Writes, reads and deletes an object. @throws ConfigurationError with one line */
  async ensureUsable(): Promise<void> {
    const key = `probe-${randomUUID()}`;
    const path = join(this.waitingFolder, key);
    const bytes = Buffer.from(key);
    try {
      await mkdir(this.waitingFolder, { recursive: true });
      await writeFile(path, bytes);
      await this.put(key, { path, size: bytes.length, sha256: hash('sha256', bytes, 'hex') });
      const file = await this.open(key);
      if (!file || (await text(file.stream)) !== key) throw new Error('what is written there cannot be read again');
      await this.delete(key);
    } catch (error) {
      const { endpoint, bucket } = this.configuration;
      const reason = error instanceof StoreUnavailableError ? (error.cause as Error).message : (error as Error).message;
      throw new ConfigurationError(`S3_BUCKET: the bucket ${bucket} at ${endpoint} cannot be used: ${reason}`);
    } finally {
      await rm(path, { force: true });
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private objectKey(key: string): string {
    return `${this.configuration.prefix}${key}`;
  }

  private get(key: string, offset: number, signal: AbortSignal | undefined): Promise<Dispatcher.ResponseData> {
    const headers: Record<string, string> = offset === 0 ? {} : { Range: `bytes=${offset}-` };
    return this.client.send({ method: 'GET', key: this.objectKey(key), headers, signal });
  }

  private async listPage(token: string): Promise<string> {
    const query = {
      'list-type': '2',
      prefix: this.configuration.prefix,
      ...(token !== '' && { 'continuation-token': token }),
    };
    const { body } = await this.client.send({ method: 'GET', key: '', query });
    return body.text();
  }

  /** The whole object: where an answer ends too early, the rest is asked for. */
  private async *read(
    key: string,
    size: number,
    first: Dispatcher.ResponseData,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Buffer> {
    let answer = first;
    let offset = 0;
    for (let fruitless = 0; ;) {
      const begin = offset;
      // A server that knows no ranges answers 200 with all of it.
      let skipped = answer.statusCode === 206 ? offset : 0;
      try {
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          const rest = chunk.subarray(Math.max(0, offset - skipped));
          skipped += chunk.length;
          offset += rest.length;
          if (rest.length > 0) yield rest;
        }
      } catch (error) {
        if (signal?.aborted) throw error;
      }
      if (offset >= size) return;
      fruitless = offset === begin ? fruitless + 1 : 0;
      if (fruitless === MOST_FRUITLESS) {
        throw new StoreUnavailableError(new Error(`The S3 server sends ${offset} bytes of ${size}`));
      }
      answer = await available(() => this.get(key, offset, signal));
    }
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code === 'NoSuchKey') return undefined;
    throw error;
  }
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreUnavailableError ? error : new StoreUnavailableError(error);
  }
}
