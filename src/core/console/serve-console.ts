import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BASE_PATH } from '#common/http/base-path.js';
import { isOAuthPath } from '#common/http/oauth.js';
import type { Configuration } from '#config/configuration.js';
import { type ConsoleFile, type Encoding, readConsoleFiles } from './console-files.js';

/** What the console may load and send, and who may show it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const A_YEAR = 'public, max-age=31536000, immutable';

/** Where mails link to: a browser gets the page that asks, which then sends the POST. */
const UNSUBSCRIBE = `/${BASE_PATH}/unsubscribe`;

/**
 * Serves the built console outside the API: its files by their name, and `index.html` to browsers that ask
 * for a page; at `/` to everyone. Answers before the guards: none of it is counted. Everything else goes on to the routes,
 * what is about programs that sign in too, where nobody says the address of the service.
 */
export function serveConsole(fastify: FastifyInstance, folder: string, { issuer }: Configuration): void {
  const files = readConsoleFiles(folder);
  const page = files.get('/index.html');
  if (!page) {
    fastify.log.warn(`The console is not built: there is no ${folder}/index.html. npm run build makes it`);
    return;
  }
  fastify.addHook('onRequest', (request, reply, done) => {
    const isAway = issuer === null && isOAuthPath(request.url);
    const file = isAway ? undefined : fileFor(request, files, page);
    if (file) send(file, request, reply);
    else done();
  });
}

function fileFor(
  { method, url, headers }: FastifyRequest,
  files: ReadonlyMap<string, ConsoleFile>,
  page: ConsoleFile,
): ConsoleFile | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = ''] = url.split('?', 1);
  if (path === '/') return page;
  const asksForPage = method === 'GET' && headers.accept?.includes('text/html');
  if (path === UNSUBSCRIBE) return asksForPage ? page : undefined;
  if (path.startsWith('/.well-known/')) return undefined;
  if (path === `/${BASE_PATH}` || path.startsWith(`/${BASE_PATH}/`)) return undefined;
  const file = files.get(path);
  if (file) return file;
  const namesFile = path.slice(path.lastIndexOf('/')).includes('.');
  return asksForPage && !namesFile ? page : undefined;
}

function send({ type, isHashed, bodies }: ConsoleFile, { headers }: FastifyRequest, reply: FastifyReply): void {
  const encoding = encodingFor(headers['accept-encoding'] ?? '', bodies);
  void reply
    .header('Content-Type', type)
    .header('Content-Security-Policy', POLICY)
    .header('Referrer-Policy', 'no-referrer')
    .header('Vary', [reply.getHeader('Vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  if (isHashed) void reply.header('Cache-Control', A_YEAR);
  if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
  void reply.send(bodies[encoding]);
}

function encodingFor(accepted: string, bodies: ConsoleFile['bodies']): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name);
  const offered: Encoding[] = ['br', 'gzip'];
  return offered.find((encoding) => bodies[encoding] && names.includes(encoding)) ?? 'identity';
}
