import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { loadConfiguration, VARIABLES } from './configuration.js';
import { ConfigurationError } from './configuration-error.js';

const secret = 'x'.repeat(32);
const secretsKey = Buffer.alloc(32, 1).toString('base64');
const outside = { DATABASE_URL: 'postgres://localhost/x', JWT_SECRET: secret, SECRETS_KEY: secretsKey };

describe('docs/configuration.md', () => {
  const named = [...readFileSync('docs/configuration.md', 'utf8').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name);

  // `RATE_LIMIT_API_READ`, `_API_WRITE`: the second is short for RATE_LIMIT_API_WRITE.
  it.each(Object.keys(VARIABLES))('names %s', (variable) =>
    expect(named.some((name = '') => name === variable || (name.startsWith('_') && variable.endsWith(name)))).toBe(
      true,
    ),
  );
});

describe('.env.example', () => {
  it('has every variable, and no other', () => {
    const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(VARIABLES).sort());
  });
});

describe('loadConfiguration', () => {
  it('has the defaults of the specification', () => {
    const configuration = loadConfiguration({ DATA_DIR: temporaryFolder() });
    expect(configuration).toMatchObject({
      port: 3443,
      host: '127.0.0.1',
      databaseUrl: null,
      tls: { mode: 'self-signed' },
      trustedProxies: ['127.0.0.0/8', '::1/128'],
      rateLimits: { apiKey: 2_000, apiRead: 600, apiWrite: 120, apiDelete: 60, auth: 200, calendar: 60, code: 6_000 },
      limits: {
        keysPerUser: 50,
        webhooks: 250,
        colleagues: 200,
        users: 10_000,
        loginFailures: 200,
        waitingPasswords: 256,
        resetMails: 5,
        invitations: 100,
        aiChecksPerDay: 200,
        fileBytes: 104_857_600,
        companyFileBytes: 10_737_418_240,
      },
      eventRetentionDays: 30,
      trashDays: 30,
      webhookDisableDays: 3,
      registrationOpen: true,
      publicUrl: 'https://localhost:3443',
      issuer: 'https://localhost:3443',
      consoleDirectory: expect.stringMatching(/console\/dist$/),
      aiProvider: null,
      metricsPort: null,
      processRoles: new Set(['api', 'worker', 'scheduler']),
      demo: { enabled: true, password: null },
    });
  });

  it('makes the JWT secret once and keeps it for its own user', () => {
    const DATA_DIR = temporaryFolder();
    const { jwtSecret } = loadConfiguration({ DATA_DIR });
    expect(jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(loadConfiguration({ DATA_DIR }).jwtSecret).toBe(jwtSecret);
    const path = join(DATA_DIR, 'jwt-secret');
    expect(readFileSync(path, 'utf8')).toBe(jwtSecret);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('creates the key of stored secrets once, and reads further keys from the same file', () => {
    const DATA_DIR = temporaryFolder();
    const [key] = loadConfiguration({ DATA_DIR }).secretsKeys;
    expect(key).toHaveLength(32);
    expect(loadConfiguration({ DATA_DIR }).secretsKeys).toEqual([key]);
    const path = join(DATA_DIR, 'secrets-key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, `${secretsKey},${key?.toString('base64')}\n`);
    expect(loadConfiguration({ DATA_DIR }).secretsKeys).toEqual([Buffer.alloc(32, 1), key]);
    writeFileSync(path, 'nothing of use '.repeat(3));
    expect(() => loadConfiguration({ DATA_DIR })).toThrow(/^SECRETS_KEY: .*secrets-key/);
  });

  it.each([
    ['jwt-secret', '', 'delete it to have another made, and everyone logs in again'],
    ['jwt-secret', 'x'.repeat(31), 'delete it to have another made, and everyone logs in again'],
    ['jwt-secret', `${' '.repeat(40)}\n`, 'delete it to have another made, and everyone logs in again'],
    ['secrets-key', '', 'put it back from a backup'],
  ])('refuses a %s of "%s" that it finds in the data folder', (name, text, remedy) => {
    const DATA_DIR = temporaryFolder();
    loadConfiguration({ DATA_DIR });
    const path = join(DATA_DIR, name);
    writeFileSync(path, text);
    const message = `DATA_DIR: ${path} is damaged, it has fewer than 32 characters: ${remedy}`;
    expect(() => loadConfiguration({ DATA_DIR })).toThrow(new ConfigurationError(message));
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('takes several keys of stored secrets', () => {
    const SECRETS_KEY = `${secretsKey}, ${Buffer.alloc(32, 2).toString('base64')}`;
    const { secretsKeys } = loadConfiguration({ DATA_DIR: temporaryFolder(), SECRETS_KEY });
    expect(secretsKeys).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  });

  it.each([
    [['127.0.0.0/8', '::1/128'], {}],
    [['127.0.0.0/8', '::1/128'], { HOST: 'localhost' }],
    [['127.0.0.0/8', '::1/128'], { HOST: '::1', TLS_MODE: 'self-signed' }],
    [[], { HOST: '0.0.0.0' }],
    [[], { HOST: '::' }],
    [[], { TLS_MODE: 'proxy' }],
    [[], { OUTBOUND_ALLOWED_CIDRS: '' }],
    [[], outside],
    [['10.0.0.0/8'], { OUTBOUND_ALLOWED_CIDRS: '10.0.0.0/8' }],
    [['10.0.0.0/8', '::1'], { ...outside, OUTBOUND_ALLOWED_CIDRS: '10.0.0.0/8, ::1' }],
  ])('lets outgoing HTTP reach %j besides public addresses when it is %j', (cidrs, environment) => {
    const { outboundAllowedCidrs } = loadConfiguration({ DATA_DIR: temporaryFolder(), ...environment });
    expect(outboundAllowedCidrs).toEqual(cidrs);
  });

  it('takes an empty variable as unset', () => {
    expect(loadConfiguration({ DATA_DIR: temporaryFolder(), PORT: '', REDIS_URL: '' })).toMatchObject({ port: 3443 });
  });

  it.each([
    ['https://localhost:4000', { PORT: '4000' }],
    ['https://work.example.com', { PUBLIC_URL: 'https://work.example.com/' }],
  ])('says where people reach it: %s', (url, environment) => {
    expect(loadConfiguration({ DATA_DIR: temporaryFolder(), ...environment }).publicUrl).toBe(url);
  });

  it('knows an AI provider by its address and its model', () => {
    const AI_BASE_URL = 'http://192.168.1.7:11434/v1';
    const load = (environment: NodeJS.ProcessEnv) =>
      loadConfiguration({ DATA_DIR: temporaryFolder(), ...environment }).aiProvider;
    expect(load({ AI_API_KEY: 'key', AI_MODEL: 'm' })).toBeNull();
    const local = { baseUrl: AI_BASE_URL, apiKey: null, model: 'm', timeoutMs: 60_000 };
    expect(load({ AI_BASE_URL, AI_MODEL: 'm' })).toEqual(local);
    const other = { AI_BASE_URL, AI_MODEL: 'm', AI_API_KEY: 'key', AI_TIMEOUT_MS: '500' };
    expect(load(other)).toEqual({ ...local, apiKey: 'key', timeoutMs: 500 });
  });

  it('takes as many processes as there are processors, if it is asked to', () => {
    const load = (WORKERS?: string) => loadConfiguration({ DATA_DIR: temporaryFolder(), WORKERS }).workers;
    expect([load(), load('64'), load('auto')]).toEqual([1, 64, Math.min(availableParallelism(), 64)]);
  });

  it('takes off and on for switches', () => {
    const off = loadConfiguration({ DATA_DIR: temporaryFolder(), DEMO: 'off', CONSOLE: 'off' });
    expect([off.demo.enabled, off.consoleDirectory]).toEqual([false, null]);
  });

  it.each([
    ['AI_BASE_URL', { AI_BASE_URL: 'api.example.com', AI_MODEL: 'm' }],
    ['AI_BASE_URL', { AI_BASE_URL: 'https://user:password@example.com/v1', AI_MODEL: 'm' }],
    ['AI_MODEL', { AI_BASE_URL: 'https://api.example.com/v1' }],
    ['AI_TIMEOUT_MS', { AI_TIMEOUT_MS: '0' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: 'http' }],
    ['METRICS_PORT', { METRICS_PORT: '0' }],
    ['PROCESS_ROLES', { PROCESS_ROLES: 'api,janitor' }],
    ['PROCESS_ROLES', { PROCESS_ROLES: ',' }],
    ['TLS_MODE', { TLS_MODE: 'none' }],
    ['TLS_CERT_FILE', { TLS_MODE: 'files', TLS_KEY_FILE: 'key.pem' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8,everyone' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8/5' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: '*' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.com/path' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
    ['CONSOLE', { CONSOLE: 'perhaps' }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['JWT_SECRET', { DATABASE_URL: 'postgres://localhost/x', SECRETS_KEY: secretsKey }],
    ['DATABASE_URL', { ...outside, DATABASE_URL: 'mysql://localhost/x' }],
    ['SECRETS_KEY', { SECRETS_KEY: secret }],
    ['SECRETS_KEY', { SECRETS_KEY: `${secretsKey},` }],
    ['SECRETS_KEY', { DATABASE_URL: 'postgres://localhost/x', JWT_SECRET: secret }],
    ['OUTBOUND_ALLOWED_CIDRS', { OUTBOUND_ALLOWED_CIDRS: '10.0.0.0/8,all' }],
    ['REDIS_URL', { REDIS_URL: 'https://localhost' }],
    ['SMTP_URL', { SMTP_URL: 'localhost' }],
    ['RATE_LIMIT_AUTH', { RATE_LIMIT_AUTH: '0' }],
    ['LIMIT_KEYS_PER_USER', { LIMIT_KEYS_PER_USER: '0' }],
    ['LIMIT_WAITING_PASSWORDS', { LIMIT_WAITING_PASSWORDS: 'many' }],
    ['AI_CHECKS_PER_DAY', { AI_CHECKS_PER_DAY: '-1' }],
    ['REGISTRATION', { REGISTRATION: 'maybe' }],
    ['DEMO', { DEMO: 'perhaps' }],
    ['DEMO_PASSWORD', { DEMO_PASSWORD: 'short' }],
    ['EVENT_RETENTION_DAYS', { EVENT_RETENTION_DAYS: '0' }],
    ['WEBHOOK_DISABLE_DAYS', { WEBHOOK_DISABLE_DAYS: '-1' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['WORKERS', { WORKERS: '65' }],
    ['DATABASE_URL', { DATABASE_DIRECT_URL: 'postgres://localhost/x' }],
    ['DATABASE_DIRECT_URL', { ...outside, DATABASE_DIRECT_URL: 'localhost' }],
  ])('names %s in one line when it is %j', (name, environment) => {
    const load = (): unknown => loadConfiguration({ DATA_DIR: temporaryFolder(), ...environment });
    expect(load).toThrow(ConfigurationError);
    expect(load).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it.each([
    [
      { TLS_MODE: 'files' },
      ['TLS_CERT_FILE: is needed with TLS_MODE=files', 'TLS_KEY_FILE: is needed with TLS_MODE=files'],
    ],
    [
      { DATABASE_URL: 'postgres://localhost/x', PORT: 'http' },
      [
        'JWT_SECRET: is needed with DATABASE_URL: 32 characters or more',
        expect.stringMatching(/^PORT: /),
        'SECRETS_KEY: is needed with DATABASE_URL: 32 bytes in base64',
      ],
    ],
    [{ DATABASE_DIRECT_URL: 'postgres://localhost/x' }, ['DATABASE_URL: is needed with DATABASE_DIRECT_URL']],
    [{ AI_BASE_URL: 'https://api.example.com/v1' }, ['AI_MODEL: is needed with AI_BASE_URL']],
    [
      { FILES: 's3', S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example.com' },
      ['S3_ACCESS_KEY_ID: is needed with FILES=s3', 'S3_SECRET_ACCESS_KEY: is needed with FILES=s3'],
    ],
    [
      { S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'id' },
      ['S3_SECRET_ACCESS_KEY: is needed with S3_ACCESS_KEY_ID'],
    ],
  ])('says all that is wrong with %j at once, and what needs what', (environment, lines) => {
    const messageOf = () => {
      try {
        return loadConfiguration({ DATA_DIR: temporaryFolder(), ...environment });
      } catch (error) {
        return (error as Error).message.split('\n');
      }
    };
    expect(messageOf()).toEqual(expect.arrayContaining(lines));
    expect(messageOf()).toHaveLength(lines.length);
  });
});
