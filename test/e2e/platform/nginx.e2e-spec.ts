import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadTlsKeyPair } from '#core/transport/tls-key-pair.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** Debian puts it where only root's path leads. */
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
const describeWithNginx = spawnSync('nginx', ['-v'], { env }).status === 0 ? describe : describe.skip;
const PAGE = '<!doctype html><title>Console</title>';

describeWithNginx('behind nginx with ops/nginx.conf', () => {
  let service: TestService;
  let company: TestCompany;
  let port: number;
  let nginx: ChildProcess;
  beforeAll(async () => {
    const consoleDirectory = temporaryFolder();
    mkdirSync(join(consoleDirectory, 'assets'));
    writeFileSync(join(consoleDirectory, 'index.html'), PAGE);
    writeFileSync(join(consoleDirectory, 'assets/app-Ab12Cd34.js'), 'export {};');
    ({ service, company } = await startWithCompanies({ consoleDirectory }));
    port = await freePort();
    nginx = await startNginx(service, port);
  });
  afterAll(async () => {
    const gone = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await gone;
    await service.stop();
  });

  const get = (path: string, headers: Record<string, string> = {}) => send(port, path, headers);

  it('serves the console, its files and the API', async () => {
    const html = { Accept: 'text/html' };
    for (const path of ['/', '/projects/WEB/board', '/sign-in/sso?code=1', '/api/unsubscribe']) {
      expect(await get(path, html)).toMatchObject({ status: 200, body: PAGE });
    }
    expect(await get('/assets/app-Ab12Cd34.js')).toMatchObject({
      status: 200,
      body: 'export {};',
      headers: { 'cache-control': expect.stringContaining('immutable') },
    });
    const me = await get('/api/me', { Authorization: `Bearer ${company.owner.token}` });
    expect([me.status, JSON.parse(me.body).id]).toEqual([200, company.owner.id]);
    expect((await get('/api/health')).status).toBe(200);
    expect((await get('/api/nowhere')).status).toBe(404);
  });
});

/** Runs it as one process in the foreground, on the ports of the test. */
async function startNginx(service: TestService, port: number): Promise<ChildProcess> {
  // nginx takes no quoted spaces in some directives.
  const folder = temporaryFolder();
  const { cert, key } = await loadTlsKeyPair({ ...service.configuration, dataDirectory: folder });
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const servicePort = new URL(service.baseUrl).port;
  const site = readFileSync('ops/nginx.conf', 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll(/127\.0\.0\.1:344\d/g, `127.0.0.1:${servicePort}`)
    .replace('/etc/ssl/certs/projects.example.com.pem', `"${folder}/cert.pem"`)
    .replace('/etc/ssl/private/projects.example.com.key', `"${folder}/key.pem"`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path "${folder}/${name}";`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid "${folder}/nginx.pid"; error_log stderr warn;
events {}
http { access_log off; ${paths.join(' ')}
${site}
}
`,
  );
  const nginx = spawn('nginx', ['-c', file, '-p', folder], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await eventually('nginx serves', async () => {
    const answer = await send(port, '/api/health', {}).catch(() => undefined);
    return answer?.status === 200;
  });
  return nginx;
}

function send(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false, agent: false as const };
    request(options, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}
