import { eventually } from '../../support/eventually.js';
import { buildService, ServiceProcess } from '../../support/service-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Each process of the service says what becomes of `fetch` in it. */
const ASK = `process.on('SIGUSR2', () => { let said = 'fetch works';
  try { void fetch('http://127.0.0.1:9').catch(() => undefined); } catch (error) { said = error.message; }
  process.stdout.write(process.pid + ': ' + said + '\\n'); });`;

let service: ServiceProcess;
beforeAll(buildService);
afterAll(() => service.end('SIGTERM'));

it('has no fetch in any process but the guarded one', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(ASK)}`;
  service = new ServiceProcess(temporaryFolder(), { TLS_MODE: 'proxy', WORKERS: '2', NODE_OPTIONS });
  await service.ready();
  for (let count = 0; count < 40; count += 1) await service.api.get('/health/live');
  const [worker = 0] = service.requestPids;
  expect(worker).toBeGreaterThan(0);
  process.kill(worker, 'SIGUSR2');
  service.signal('SIGUSR2');
  const answers = () => [...service.stdout.matchAll(/^(\d+): (fetch .*)$/gm)].map(([, pid, said]) => [pid, said]);
  await eventually('both processes have answered', () => answers().length === 2);
  expect(new Set(answers().map(([pid]) => pid)).size).toBe(2);
  for (const [, said] of answers()) expect(said).toMatch(/^fetch is switched off/);
});
