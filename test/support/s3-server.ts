import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Configuration } from '#config/configuration.js';

const BUCKET = 'files-of-tests';
const REGION = 'eu-test-1';
const ACCESS_KEY_ID = 'test-key';
const SECRET_ACCESS_KEY = 'test/secret+key';

interface Stored {
  bytes: Buffer;
  modifiedAt: Date;
}

/** An S3 server in memory, with one bucket. It verifies signatures (SigV4) by itself, and fails as it is told. */
export class S3Server {
  readonly objects = new Map<string, Stored>();
  /** Of each request that was signed well, such as `PUT <key>`. */
  readonly requests: string[] = [];
  /** Statuses that the next requests get. */
  readonly failures: number[] = [];
  /** Answers to GET of an object that end after a part of it. */
  shortReads = 0;
  knowsRanges = true;
  isBucketGone = false;
  /** Takes connections and requests, and answers none. */
  isSilent = false;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get configuration(): S3Configuration {
    const { port } = this.server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: REGION,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_ACCESS_KEY,
      prefix: 'service/',
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isSilent) return;
    const bytes = await buffer(request);
    const url = new URL(request.url ?? '', 'http://server');
    const problem = signatureProblem(request, url, bytes);
    if (problem !== undefined) {
      refuse(response, 403, 'SignatureDoesNotMatch', problem);
      return;
    }
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = rest.join('/');
    this.requests.push(`${request.method ?? ''} ${key}`);
    const failure = this.failures.shift();
    if (failure !== undefined) {
      refuse(response, failure, 'InternalError', 'Please try again');
      return;
    }
    if (bucket !== BUCKET || this.isBucketGone) {
      refuse(response, 404, 'NoSuchBucket', 'It is gone');
      return;
    }
    if (key === '') {
      this.list(url, response);
      return;
    }
    switch (request.method) {
      case 'PUT':
        this.objects.set(key, { bytes, modifiedAt: new Date() });
        return void response.end();
      case 'DELETE':
        this.objects.delete(key);
        return void response.writeHead(204).end();
      default: {
        this.send(request, response, key);
        return;
      }
    }
  }

  private send(request: IncomingMessage, response: ServerResponse, key: string): void {
    const stored = this.objects.get(key);
    if (!stored) {
      refuse(response, 404, 'NoSuchKey', 'There is none');
      return;
    }
    const begin = this.knowsRanges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    const bytes = stored.bytes.subarray(begin);
    response.writeHead(begin > 0 ? 206 : 200, { 'Content-Length': bytes.length });
    if (request.method === 'HEAD') return void response.end();
    if (this.shortReads === 0) return void response.end(bytes);
    this.shortReads -= 1;
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
  }

  private list({ searchParams }: URL, response: ServerResponse): void {
    const after = searchParams.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(searchParams.get('prefix') ?? '') && key > after)
      .sort();
    const page = keys.slice(0, 2);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${this.objects.get(key)?.modifiedAt.toISOString()}</LastModified></Contents>`,
    );
    const isTruncated = keys.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    response.end(
      `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

/** AWS Signature Version 4 in its header form, as its documentation describes it. */
function signatureProblem(request: IncomingMessage, url: URL, bytes: Buffer): string | undefined {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature] = parts ?? [];
  const date = String(request.headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  if (credential !== `${ACCESS_KEY_ID}/${scope}`) return 'the credential';
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signedHeaders.split(';').includes(name)) return `${name} is not signed`;
  }
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== bodyHash) return 'the hash of the body';
  if (request.method === 'PUT' && request.headers['content-length'] !== String(bytes.length)) return 'the length';
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${SECRET_ACCESS_KEY}`);
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'the signature';
}
