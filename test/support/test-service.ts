import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, pino } from 'pino';
import { createApplication } from '../../src/app.setup.js';
import { type Configuration, type Limits, PROCESS_ROLES } from '#config/configuration.js';
import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { Api } from './api.js';
import { temporaryFolder } from './temporary-folder.js';
import { TestDatabase } from './test-database.js';

/** The service as `main.ts` makes it, on a database of this worker, behind a pretended proxy. */
export interface TestService {
  readonly app: NestFastifyApplication;
  /** Calls it without credentials. */
  readonly api: Api;
  readonly baseUrl: string;
  readonly configuration: Configuration;
  readonly database: TestDatabase;
  stop(): Promise<void>;
}

/** What a test changes of the configuration: of the limits, only those it names. */
export type Overrides = Partial<Omit<Configuration, 'limits'> & { limits: Partial<Limits> }>;

const UNLIMITED = 1_000_000;
/** In milliseconds: longer than two waits of `eventually`, so that a request still waits for its lock when a test looks. */
const LOCK_TIMEOUT = 250_000;

/** What the log says when something still asks the database although its connections have ended. */
const ASKED_TOO_LATE = /Cannot use a pool after|Client was closed|Query runner already released/;

/** A pooler in front of the database: waits for locks are as short as anywhere then. */
const POOLER_URL = process.env['TEST_POOLER_URL'];

/**
 * Starts the service; the overrides change its configuration, `database` shares that of another instance, `logger` gets
 * what it logs. With a `databaseUrl` of its own it reaches its database over that address, and waits for locks no longer
 * than it would anywhere.
 */
export async function startTestService(
  { limits, ...overrides }: Overrides = {},
  database?: TestDatabase,
  logger?: Logger,
): Promise<TestService> {
  const warnings: string[] = [];
  const ownDatabase = database ?? (await TestDatabase.create());
  const configuration: Configuration = {
    dataDirectory: temporaryFolder(),
    databaseUrl: POOLER_URL ?? `${ownDatabase.url}?lock_timeout=${LOCK_TIMEOUT}`,
    databasePoolSize: 20,
    demo: { enabled: false, password: null },
    files: { store: 'disk', s3: null, scanUrl: null },
    host: '127.0.0.1',
    port: 0,
    metricsPort: null,
    processRoles: new Set(PROCESS_ROLES),
    tls: { mode: 'proxy', certificateFile: '', keyFile: '' },
    trustedProxies: ['127.0.0.0/8', '::1/128'],
    corsOrigins: [],
    publicUrl: 'https://service.example.com',
    issuer: 'https://service.example.com',
    consoleDirectory: null,
    linkUrl: null,
    jwtSecret: 'a secret of the tests that is long enough',
    secretsKeys: [Buffer.alloc(32, 's')],
    outboundAllowedCidrs: ['127.0.0.0/8'],
    dnsServers: null,
    eventRetentionDays: 30,
    trashDays: 30,
    webhookDisableDays: 3,
    activityRetentionDays: null,
    auditRetentionDays: 400,
    aiProvider: null,
    registrationOpen: true,
    mail: { smtpUrl: null, from: 'Service <service@example.com>' },
    redisUrl: null,
    sessionIdleHours: 8,
    rateLimits: {
      apiKey: UNLIMITED,
      apiRead: UNLIMITED,
      apiWrite: UNLIMITED,
      apiDelete: UNLIMITED,
      auth: UNLIMITED,
      calendar: UNLIMITED,
      code: UNLIMITED,
    },
    limits: {
      keysPerUser: UNLIMITED,
      webhooks: UNLIMITED,
      colleagues: UNLIMITED,
      users: UNLIMITED,
      loginFailures: UNLIMITED,
      codeFailures: UNLIMITED,
      waitingPasswords: UNLIMITED,
      resetMails: UNLIMITED,
      invitations: UNLIMITED,
      aiChecksPerDay: UNLIMITED,
      importBytes: UNLIMITED,
      eventBytes: Number.MAX_SAFE_INTEGER,
      fileBytes: 100 * 1024 * 1024,
      companyFileBytes: 10 * 1024 ** 3,
      ...limits,
    },
    logLevel: 'silent',
    minFreeBytes: 0,
    workers: 1,
    databaseDirectUrl: POOLER_URL ? ownDatabase.url : null,
    ...overrides,
  };
  const ownLogger = () => pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
  const app = await createApplication(
    configuration,
    configuration.databaseUrl ?? ownDatabase.url,
    logger ?? ownLogger(),
  );
  await app.listen(configuration.port, configuration.host);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const scheme = configuration.tls.mode === 'proxy' ? 'http' : 'https';
  const baseUrl = `${scheme}://127.0.0.1:${port}/api`;
  return {
    app,
    api: new Api(baseUrl),
    baseUrl,
    configuration,
    database: ownDatabase,
    stop: async () => {
      await app.close();
      const late = warnings.filter((line) => ASKED_TOO_LATE.test(line));
      if (late.length > 0) throw new Error(`Work goes on after the stop: ${late.join('')}`);
      if (!database) await ownDatabase.close();
    },
  };
}

/** Starts the service with two companies: one to work in, and one that must not notice. */
export async function startWithCompanies(
  overrides?: Overrides,
): Promise<{ service: TestService; company: TestCompany; stranger: TestCompany }> {
  const service = await startTestService(overrides);
  return { service, company: await createCompany(service.api), stranger: await createCompany(service.api) };
}

/** Starts the service with a company, where PostgreSQL ends no deadlock: who waits in one waits for good. */
export async function startKeepingDeadlocks(): Promise<{
  database: TestDatabase;
  service: TestService;
  company: TestCompany;
}> {
  const database = await TestDatabase.create();
  await database.keepDeadlocks();
  const service = await startTestService({}, database);
  return { database, service, company: await createCompany(service.api) };
}
