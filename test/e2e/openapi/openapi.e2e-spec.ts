import { openApiDocument as document } from '../../support/openapi-document.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Every operation as `METHOD /path`. */
function operations(): [name: string, operation: { responses: Record<string, unknown>; security: unknown[] }][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as never] as const),
  ) as never;
}

/** The response itself, where it is a reference. */
function resolve(response: unknown): unknown {
  const { $ref } = response as { $ref?: string };
  return $ref ? document.components?.responses?.[$ref.split('/').at(-1) as string] : response;
}

const get = (path: string): Promise<Response> =>
  fetch(service.baseUrl + path, { headers: { 'X-Forwarded-Proto': 'https' } });

/** A file of the reader, with the policy of its page. */
async function readFile(path: string, page: Response): Promise<string> {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toBe(page.headers.get('Content-Security-Policy'));
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
  );
  return response.text();
}

describe('the OpenAPI document', () => {
  it('is what the built service serves; otherwise run: npm run openapi', async () => {
    buildService();
    const built = await new ServiceProcess(temporaryFolder(), {
      DATABASE_URL: service.database.url,
      JWT_SECRET: service.configuration.jwtSecret,
      SECRETS_KEY: service.configuration.secretsKeys[0]!.toString('base64'),
      TLS_MODE: 'proxy',
    }).ready();
    const { body: served } = await built.api.get('/openapi.json');
    await built.end('SIGTERM');
    expect(served).toEqual(document);
  });

  it('is served without credentials or rate headers, and so is its reader', async () => {
    for (const path of ['/openapi.json', '/docs', '/docs/']) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('X-RateLimit-Limit')]).toEqual([path, 200, null]);
      expect(response.headers.get('X-Trace-Id')).toMatch(/^[0-9a-f]{32}$/);
      expect([path, response.headers.get('Cache-Control')]).toEqual([path, 'no-store']);
      await response.text();
    }
  });

  it('has a reader that runs only its own script files, in no frame, and whose files are cached by their hash', async () => {
    const response = await get('/docs');
    const html = await response.text();
    // No script in the page itself, and none in an attribute.
    expect(html).not.toMatch(/<script(?! src=)|\son[a-z]+=/);
    const files = [...html.matchAll(/(?:src|href)="\/api(\/docs\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(files).toHaveLength(3);
    const texts = await Promise.all(files.map(async (path) => readFile(path, response)));
    const [, , start = ''] = texts;
    const [, described = ''] = /url: '\/api([^']+)'/.exec(start) ?? [];
    expect(JSON.parse(await readFile(described, response))).toMatchObject({ openapi: '3.1.0' });
    expect((await get('/docs/reader.0123456789abcdef.js')).status).toBe(404);
  });

  it('is OpenAPI 3.1 without the null of 3.0', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it('gives every operation its errors, and every response its headers', () => {
    for (const [name, { responses, security }] of operations()) {
      const statuses = Object.keys(responses);
      expect([name, statuses]).toEqual([name, expect.arrayContaining(['400', '403', '500', '503'])]);
      if (security.length > 0) expect([name, statuses]).toEqual([name, expect.arrayContaining(['401', '429'])]);
      for (const response of Object.values(responses))
        expect(resolve(response)).toHaveProperty(['headers', 'X-Trace-Id']);
    }
  });

  it('names the own causes of an operation for its 409, besides the common ones', () => {
    const { responses } = document.paths['/sprints/{id}/start']!.post!;
    expect(responses['409']).toEqual({
      $ref: '#/components/responses/Conflict',
      description:
        'The project is archived, the sprint is not planned, or another one of the project is active; or the Idempotency-Key is in use, or was used for another request',
    });
    expect(responses['400']).toEqual({ $ref: '#/components/responses/BadRequest' });
  });

  it('lists the routes that need no credentials', () => {
    const open = operations().filter(([, { security }]) => security.length === 0);
    expect(open.map(([name]) => name).sort()).toEqual([
      'DELETE /session',
      'GET /calendar/{file}',
      'GET /files/{id}',
      'GET /health',
      'GET /health/ready',
      'GET /session',
      'POST /code/{id}',
      'POST /login',
      'POST /password-reset',
      'POST /password-reset/confirm',
      'POST /register',
      'POST /session',
      'POST /session/passkey',
      'POST /session/passkey/options',
      'POST /session/sso',
      'POST /session/sso/callback',
      'POST /unsubscribe',
    ]);
  });
});
