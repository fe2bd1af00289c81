import { type Client, createClient } from '../../sdk/src/sdk.js';
import type { TestCompany } from '../factories/company.factory.js';
import { FaultyProxy } from './faulty-proxy.js';
import { startWithCompanies, type TestService } from './test-service.js';

interface ProxiedClient {
  service: TestService;
  company: TestCompany;
  proxy: FaultyProxy;
  /** Of the company's owner, through the proxy. */
  client: Client;
}

/** Starts a client of the SDK for the suite, with a proxy before the service that has no faults when a test begins. */
export function withProxiedClient(assign: (given: ProxiedClient) => void): void {
  let service: TestService;
  let proxy: FaultyProxy;
  beforeAll(async () => {
    const started = await startWithCompanies();
    service = started.service;
    proxy = await FaultyProxy.start(service.baseUrl);
    const { company } = started;
    assign({ service, company, proxy, client: createClient({ baseUrl: proxy.baseUrl, token: company.owner.token }) });
  });
  afterAll(async () => {
    await proxy.stop();
    await service.stop();
  });
  beforeEach(() => {
    proxy.faults.length = 0;
    proxy.seen.length = 0;
  });
}
