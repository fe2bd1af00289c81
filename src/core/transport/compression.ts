import { pipeline, Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isAnswerFile } from './streamed-body.js';

/** Bytes from which compression is worth its while. */
const SMALLEST = 1024;
/** Bytes of a text that are compressed at once, so that a large one is not copied as a whole. */
const PIECE = 64 * 1024;
/** In place of 11, which takes a hundred times as long for a fifth less. */
const BROTLI_QUALITY = 4;

const COMPRESSIBLE = /^(?:application\/(?:[\w.]+\+)?json|text\/(?!event-stream))/i;

/** The best first, where a client likes several alike. */
const COMPRESSORS: Record<string, () => Transform> = {
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  zstd: () => zlib.createZstdCompress(),
  gzip: () => zlib.createGzip(),
};

/**
 * Compresses JSON, CSV and text of 1 KiB and more as `Accept-Encoding` asks, streams too, on threads of
 * their own. Nothing else of an answer changes, its ETag least of all.
 */
export function compressAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'HEAD' || isAnswerFile(request) || !isCompressible(reply, payload)) {
      done(null, payload);
      return;
    }
    const vary = reply.getHeader('Vary');
    void reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
    const encoding = chosenEncoding(request.headers['accept-encoding']);
    const compressor = encoding === undefined ? undefined : COMPRESSORS[encoding]?.();
    if (!compressor) {
      done(null, payload);
      return;
    }
    void reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    const source = payload instanceof Readable ? payload : Readable.from(pieces(payload as string | Buffer));
    // Whichever of the two ends early takes the other along.
    done(
      null,
      pipeline(source, compressor, () => undefined),
    );
  });
}

function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  const isText = COMPRESSIBLE.test(String(reply.getHeader('Content-Type') ?? ''));
  const isPartial = reply.statusCode === 206;
  if (!isText || isPartial || reply.hasHeader('Content-Encoding')) return false;
  if (payload instanceof Readable) return Number(reply.getHeader('Content-Length') ?? Infinity) >= SMALLEST;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) >= SMALLEST;
}

function* pieces(text: string | Buffer): Generator<Buffer> {
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

/** Our encoding that an Accept-Encoding prefers; undefined when it takes none of ours. */
export function chosenEncoding(header: string | string[] = ''): string | undefined {
  const qualities = new Map(String(header).toLowerCase().split(',').map(qualityOf));
  const likes = (encoding: string) => qualities.get(encoding) ?? qualities.get('*') ?? 0;
  const best = Math.max(...Object.keys(COMPRESSORS).map(likes));
  if (best <= 0 || best < (qualities.get('identity') ?? 0)) return undefined;
  return Object.keys(COMPRESSORS).find((encoding) => likes(encoding) === best);
}

function qualityOf(item: string): [encoding: string, quality: number] {
  const [encoding = '', ...parameters] = item.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [encoding === 'x-gzip' ? 'gzip' : encoding, quality === undefined ? 1 : Number(quality) || 0];
}
