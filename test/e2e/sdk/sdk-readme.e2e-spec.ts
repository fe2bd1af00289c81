import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import * as sdk from '../../../sdk/src/sdk.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { FaultyProxy } from '../../support/faulty-proxy.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const README = readFileSync(join(__dirname, '../../../sdk/README.md'), 'utf8');
const EXAMPLES = [...README.matchAll(/^## (\d+\. .+)\n[^#]*?```js\n([^]*?)```/gm)].map(([, name, code]) => ({
  name: name as string,
  code: code as string,
}));

let service: TestService;
let company: TestCompany;
let proxy: FaultyProxy;
let environment: Record<string, string>;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  proxy = await FaultyProxy.start(service.baseUrl);
  const { key } = await createApiKey(company.owner);
  const { email, password } = company.owner;
  environment = { API_KEY: key, EMAIL: email, PASSWORD: password, WEBHOOK_SECRET: 'a secret' };
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

/** Runs an example as a program that imports the package; gives the lines that it prints. */
async function run(code: string): Promise<string[]> {
  const lines: string[] = [];
  const console = { log: (...values: unknown[]) => lines.push(values.map(String).join(' ')) };
  const body = code
    .replace(/^import (\{.*?\}) from 'project-management-sdk';$/gm, 'const $1 = sdk;')
    .replace(/^import (\{.*?\}) from '(node:\w+)';$/gm, "const $1 = require('$2');")
    .replaceAll('https://localhost:3443/api', proxy.baseUrl);
  const client = sdk.createClient({ baseUrl: proxy.baseUrl, token: company.owner.token });
  const names = body.includes('const client') ? {} : { client };
  const given = { sdk, require, console, process: { env: environment }, Buffer, ...names };
  const AsyncFunction = Object.getPrototypeOf(run).constructor as new (
    ...text: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const server = await new AsyncFunction(
    ...Object.keys(given),
    `${body}\nreturn typeof server === 'object' && server;`,
  )(...Object.values(given));
  if (server) (server as Server).close();
  return lines;
}

it('has ten examples', () => {
  expect(EXAMPLES).toHaveLength(11);
});

it('has examples that work, one after the other', async () => {
  const printed: Record<string, string[]> = {};
  for (const { name, code } of EXAMPLES) printed[name] = await run(code);
  expect(printed).toEqual({
    '1. Make a client': [expect.stringMatching(/^Olga Owner is OWNER of Company \d+$/)],
    '2. Log in': [company.owner.email],
    '3. Create': ['WEB-1'],
    '4. Change and delete': [],
    '5. A page of a list': ['1 of 1 urgent tasks', 'WEB'],
    '6. All items of a list': ['WEB-1 Write the start page'],
    '7. Errors': [expect.stringMatching(/^400 VALIDATION_ERROR .* [0-9a-f]{32}$/)],
    '8. Follow what changes': [expect.stringMatching(/^task\.created WEB-1 go on after \d+ another time$/)],
    '9. Repeat safely': [],
    '10. Attach a file': ['7 # Notes'],
    '11. Verify a webhook': [],
  });
});
