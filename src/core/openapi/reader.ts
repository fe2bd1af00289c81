import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import folderOfReader from 'swagger-ui-dist/absolute-path.js';
import { BASE_PATH } from '#common/http/base-path.js';
import { RECEIVED, TAGS } from './tags.js';

const PAGE = `/${BASE_PATH}/docs`;
const A_YEAR = 'public, max-age=31536000, immutable';

/** What the page may load, and who may show it: nobody. Its markup has styles of its own. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DESCRIPTION_OF_RECEIVED = TAGS.find(({ name }) => name === RECEIVED)?.description ?? '';

/**
 * Opens at the list of operations, its groups closed. Requests that are tried out carry the session cookie of the console; a
 * typed token is forgotten at a reload. The security schemes refer to nothing: the library would read the whole document, for
 * a second and more, to find that out before it shows the list. What webhooks receive is a closed group as well.
 */
const script = (document: string): string => `window.addEventListener('load', () => {
  const SCHEMES = ['components', 'securitySchemes'];
  const requestResolvedSubtree = (original, { specActions, specSelectors }) => (path) =>
    path.join() === SCHEMES.join()
      ? specActions.updateResolvedSubtree(path, specSelectors.specJson().getIn(path).toJS())
      : original(path);
  const wrapWebhooks = (Webhooks, system) => (properties) => {
    const filter = system.layoutSelectors.currentFilter();
    if (typeof filter === 'string' && !'webhooks'.includes(filter.toLowerCase())) return null;
    const tagObj = system.Im.fromJS({ tagDetails: { description: '${DESCRIPTION_OF_RECEIVED}' } });
    const operations = system.React.createElement(Webhooks, properties);
    return system.React.createElement(system.getComponent('OperationTag'), { ...system, tag: 'Webhooks', tagObj }, operations);
  };
  SwaggerUIBundle({
    url: '${document}',
    dom_id: '#reader',
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [
      { statePlugins: { spec: { wrapActions: { requestResolvedSubtree } } }, wrapComponents: { Webhooks: wrapWebhooks } },
    ],
    layout: 'BaseLayout',
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    deepLinking: true,
    persistAuthorization: false,
    validatorUrl: null,
  });
});
`;

const page = (style: string, library: string, start: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Project Management Service: API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${style}">
    <style>.webhooks > h2 { display: none; }</style>
  </head>
  <body>
    <div id="reader"></div>
    <script src="${library}"></script>
    <script src="${start}"></script>
  </body>
</html>
`;

/** A file that is sent. */
interface Asset {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

/** Serves the reader of the document at /docs; its files are cached by the hash in their names. */
export function serveReader(app: NestFastifyApplication, documentText: () => string): void {
  let site: Site | undefined;
  const get = (path: string, answer: (site: Site, request: FastifyRequest, reply: FastifyReply) => unknown): void => {
    app.getHttpAdapter().get(path, (request: FastifyRequest, reply: FastifyReply) => {
      site ??= makeSite(documentText());
      void reply.header('Content-Security-Policy', POLICY);
      answer(site, request, reply);
    });
  };
  for (const path of [PAGE, `${PAGE}/`]) {
    get(path, ({ html }, _request, reply) => reply.type('text/html; charset=utf-8').send(html));
  }
  get(`${PAGE}/:file`, ({ assets }, { url }, reply) => {
    const asset = assets.get(url.split('?', 1)[0] ?? '');
    if (asset) void reply.header('Cache-Control', A_YEAR).type(asset.type).send(asset.body);
    else reply.callNotFound();
  });
}

interface Site {
  readonly html: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

function makeSite(documentText: string): Site {
  const folder = folderOfReader();
  const library = asset(
    'reader',
    'js',
    'text/javascript; charset=utf-8',
    readFileSync(join(folder, 'swagger-ui-bundle.js')),
  );
  const style = asset('reader', 'css', 'text/css; charset=utf-8', readFileSync(join(folder, 'swagger-ui.css')));
  const document = asset('openapi', 'json', 'application/json; charset=utf-8', Buffer.from(documentText));
  const start = asset('start', 'js', 'text/javascript; charset=utf-8', Buffer.from(script(document.path)));
  return {
    html: page(style.path, library.path, start.path),
    assets: new Map([library, style, document, start].map((each) => [each.path, each])),
  };
}

function asset(name: string, extension: string, type: string, body: Buffer): Asset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { path: `${PAGE}/${name}.${hash}.${extension}`, type, body };
}
