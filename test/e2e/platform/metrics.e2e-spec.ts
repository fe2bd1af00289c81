import { createColleague, scan } from '../../factories/colleague.factory.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let address: string;
beforeAll(async () => {
  const metricsPort = await freePort();
  address = `http://127.0.0.1:${metricsPort}`;
  ({ service, company } = await startWithCompanies({ metricsPort }));
});
afterAll(() => service.stop());

const metrics = async () => (await fetch(`${address}/metrics`)).text();

describe('GET /metrics', () => {
  it('is in the format of Prometheus', async () => {
    const answer = await fetch(`${address}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
  });

  it('counts requests by the template of their route, their status and tier', async () => {
    await company.viewer.api.get('/projects?page=1');
    await company.viewer.api.get(`/projects/${company.id}`);
    await company.viewer.api.post('/projects', { name: 'Not for a viewer' });
    await service.api.get('/health');
    await service.api.get('/no/such/path');
    const text = await metrics();
    for (const line of [
      'http_requests_total{method="GET",route="/api/projects",status="200",tier="api-read"} 1',
      'http_requests_total{method="GET",route="/api/projects/:id",status="404",tier="api-read"} 1',
      'http_requests_total{method="POST",route="/api/projects",status="403",tier="api-write"} 1',
      'http_requests_total{method="GET",route="/api/health",status="200",tier=""} 1',
      'http_requests_total{method="GET",route="*",status="404",tier="api-read"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/projects"} 1',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).not.toContain(company.id);
  });

  it('shows the event loop and the connections to the database', async () => {
    const text = await metrics();
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
    expect(text).toMatch(/^database_pool_connections\{state="busy"\} \d+$/m);
  });

  it('counts attempts of deliveries, and shows what waits', async () => {
    const url = 'http://127.0.0.1:1/nobody-listens';
    const input = { url, events: ['project.created'], secret: 'secret', retryCount: 1, retryDelay: 3_600 };
    expect((await company.owner.api.post('/webhooks', input)).status).toBe(201);
    await createProject(company.owner);
    await eventually('the attempt is counted', async () =>
      (await metrics()).includes('webhook_delivery_attempts_total{result="failed"} 1'),
    );
    await eventually('it waits for its second attempt', async () => {
      const text = await metrics();
      return /^webhook_deliveries_pending 1$/m.test(text) && /^webhook_delivery_lag_seconds 0$/m.test(text);
    });
  });

  it('counts finished runs of virtual colleagues', async () => {
    await scan(company.owner, await createColleague(company.owner));
    const { id } = await createColleague(company.owner);
    expect((await company.owner.api.post(`/virtual-colleagues/${id}/ai-check`)).status).toBe(503);
    const text = await metrics();
    expect(text).toContain(
      '# HELP colleague_runs_total Runs of virtual colleagues finished by this process, by status.',
    );
    expect(text).toMatch(/^colleague_runs_total\{status="success"\} 1$/m);
    expect(text).toMatch(/^colleague_runs_total\{status="failed"\} 1$/m);
  });

  it('is the only thing on its port, and not on the public one', async () => {
    expect((await fetch(`${address}/api/projects`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await company.owner.api.get('/metrics')).status).toBe(404);
  });

  it('does not start on a port that is taken', async () => {
    const { port } = new URL(address);
    await expect(startTestService({ metricsPort: Number(port) }, service.database)).rejects.toThrow(
      `METRICS_PORT: ${port} cannot be used`,
    );
  });
});
