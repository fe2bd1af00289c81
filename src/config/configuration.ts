import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bool, cleanEnv, str } from 'envalid';
import { ConfigurationError } from './configuration-error.js';
import { keptSecret } from './kept-secret.js';
import { needed, problemOf } from './needed-variables.js';
import { PACKAGE_FOLDER } from './package-folder.js';
import {
  address,
  bucket,
  bytes,
  cidrs,
  commaSeparated,
  count,
  dnsServers,
  integer,
  isSecretsKey,
  keyPrefix,
  origins,
  password,
  postgresUrl,
  publicUrl,
  secret,
  secretsKeys,
  workers,
} from './validators.js';

export type TlsMode = 'self-signed' | 'files' | 'proxy';

/** What a process does: answer requests, deliver webhooks, start scheduled scans. */
export const PROCESS_ROLES = ['api', 'worker', 'scheduler'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Requests a minute of each tier. */
export interface RateLimits {
  apiKey: number;
  apiRead: number;
  apiWrite: number;
  apiDelete: number;
  auth: number;
  calendar: number;
  code: number;
}

/** How much of a thing there may be. */
export interface Limits {
  /** API keys of a user that are not revoked. */
  keysPerUser: number;
  /** Webhooks of a company. */
  webhooks: number;
  /** Virtual colleagues of a company. */
  colleagues: number;
  /** Users of a company, deactivated ones among them. */
  users: number;
  /** Wrong passwords for one e-mail from one client network in 15 minutes; from anywhere ten times as many. */
  loginFailures: number;
  /** Wrong codes of a user in 15 minutes, from wherever. */
  codeFailures: number;
  /** Passwords that wait to be hashed in this process; half of them of one client network. */
  waitingPasswords: number;
  /** Password resets mailed to one address in an hour. */
  resetMails: number;
  /** People that a company invites in a day. */
  invitations: number;
  /** AI checks of a company in a day (UTC). */
  aiChecksPerDay: number;
  /** Bytes of the file of an import. */
  importBytes: number;
  /** Bytes of the data of a company's events in a day (UTC) before long texts are cut. */
  eventBytes: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files of a company, those that wait to be sent among them. */
  companyFileBytes: number;
}

/** Where files are kept. */
export const STORE_NAMES = ['disk', 's3'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** A bucket of an S3 server. */
export interface S3Configuration {
  /** The bucket is a folder below it. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What the keys of all objects begin with. */
  prefix: string;
}

export interface FilesConfiguration {
  /** Where new files go. */
  store: StoreName;
  /** Null: there is no bucket. */
  s3: S3Configuration | null;
  /** Where each new file is sent to be scanned; null: none is. */
  scanUrl: string | null;
}

/** An OpenAI-compatible endpoint. */
export interface AiProviderConfiguration {
  /** `/chat/completions` is below it. */
  baseUrl: string;
  /** Null: the provider needs none, like most on a private network. */
  apiKey: string | null;
  model: string;
  /** Milliseconds that an AI check may take. */
  timeoutMs: number;
}

/**
 * Everything the environment decides, checked and typed. A class, so that Nest injects it by type; made by
 * `loadConfiguration` in production and by the tests as they need it.
 */
export class Configuration {
  /** Folder of the embedded database, certificates, made secrets and written mail. Absolute. */
  dataDirectory: string;
  /** Connection string of an outside PostgreSQL; null: the service runs its embedded one. */
  databaseUrl: string | null;
  /** The address of PostgreSQL for work that a pooler at `databaseUrl` cannot do; null without a pooler. */
  databaseDirectUrl: string | null;
  /** Most connections of the request pool, of which a company gets half. Lists are streamed over a pool of their own. */
  databasePoolSize: number;
  demo: { enabled: boolean; password: string | null };
  files: FilesConfiguration;
  host: string;
  port: number;
  /** Port of `GET /metrics`; null: no metrics. */
  metricsPort: number | null;
  processRoles: ReadonlySet<ProcessRole>;
  tls: { mode: TlsMode; certificateFile: string; keyFile: string };
  /** CIDRs whose `X-Forwarded-*` headers are believed in `proxy` mode. */
  trustedProxies: string[];
  /** Origins that browsers may call from; empty: CORS is off. */
  corsOrigins: string[];
  /** The origin where people reach the service. */
  publicUrl: string;
  /** The same, if the operator has said so: else what leaves the service has no links. */
  linkUrl: string | null;
  /** The same, where it is certain: who issues tokens to programs. Null: nobody does. */
  issuer: string | null;
  /** The folder of the built console; null: the console is off. */
  consoleDirectory: string | null;
  jwtSecret: string;
  /** Of 32 bytes each; the first encrypts, all decrypt. */
  secretsKeys: readonly Buffer[];
  /** CIDRs that outgoing HTTP may reach although they are not public. */
  outboundAllowedCidrs: readonly string[];
  /** Whom the TXT records of domains are asked of, `host:port`; null: those of the system. */
  dnsServers: string[] | null;
  /** Days that events, finished deliveries and the single requests of API keys are kept. */
  eventRetentionDays: number;
  /** In which a deleted task can come back; 0: it is gone at once. */
  trashDays: number;
  /** A webhook is switched off after so many days in which every attempt failed; 0: never. */
  webhookDisableDays: number;
  /** Days that the history of tasks, and runs and activity of colleagues are kept; null: for ever. */
  activityRetentionDays: number | null;
  /** Days that the audit log is kept. */
  auditRetentionDays: number;
  /** Null: AI checks are refused. */
  aiProvider: AiProviderConfiguration | null;
  registrationOpen: boolean;
  mail: { smtpUrl: string | null; from: string };
  redisUrl: string | null;
  /** Hours after which a session of the console ends that nobody uses. */
  sessionIdleHours: number;
  rateLimits: RateLimits;
  limits: Limits;
  logLevel: string;
  /** With less free disk space nothing is changed. */
  minFreeBytes: number;
  /** Processes that share the port and the embedded database. */
  workers: number;
}

const processRoles = commaSeparated(
  (item) => PROCESS_ROLES.some((role) => role === item),
  `is none of: ${PROCESS_ROLES.join(', ')}`,
);
const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
/** The variables of the table in docs/configuration.md. */
export const VARIABLES = {
  ACTIVITY_RETENTION_DAYS: integer(1, 36_500)({ default: undefined }),
  AI_API_KEY: str({ default: undefined }),
  AI_BASE_URL: address(/^https?:\/\/[^@?#\s]+$/, 'https://api.example.com/v1')({ default: undefined }),
  AI_CHECKS_PER_DAY: count({ default: 200 }),
  AI_MODEL: str(needed('AI_MODEL')),
  AI_TIMEOUT_MS: integer(1, 300_000)({ default: 60_000 }),
  AUDIT_RETENTION_DAYS: integer(1, 36_500)({ default: 400 }),
  CONSOLE: bool({ default: true }),
  CORS_ORIGINS: origins({ default: [] }),
  DATABASE_DIRECT_URL: postgresUrl({ default: undefined }),
  DATABASE_POOL_SIZE: integer(2, 500)({ default: 20 }),
  DATABASE_URL: postgresUrl(needed('DATABASE_URL')),
  DATA_DIR: str({ default: 'data' }),
  DEMO: bool({ default: true }),
  DEMO_PASSWORD: password({ default: undefined }),
  DNS_SERVERS: dnsServers({ default: undefined }),
  TRASH_DAYS: integer(0, 365)({ default: 30 }),
  EVENT_RETENTION_DAYS: integer(1, 3_650)({ default: 30 }),
  FILES: str<StoreName>({ choices: STORE_NAMES, default: 'disk' }),
  HOST: str({ default: '127.0.0.1' }),
  JWT_SECRET: secret(needed('JWT_SECRET', '32 characters or more')),
  LIMIT_CODE_FAILURES: count({ default: 10 }),
  LIMIT_COLLEAGUES: count({ default: 200 }),
  LIMIT_IMPORT_BYTES: count({ default: 200 * 1024 * 1024 }),
  LIMIT_EVENT_BYTES: integer(0, Number.MAX_SAFE_INTEGER)({ default: 1024 * 1024 * 1024 }),
  LIMIT_COMPANY_FILE_BYTES: bytes({ default: 10 * GIBIBYTE }),
  LIMIT_FILE_BYTES: bytes({ default: 100 * MEBIBYTE }),
  LIMIT_INVITATIONS: count({ default: 100 }),
  LIMIT_KEYS_PER_USER: count({ default: 50 }),
  LIMIT_LOGIN_FAILURES: count({ default: 200 }),
  LIMIT_RESET_MAILS: count({ default: 5 }),
  LIMIT_USERS: count({ default: 10_000 }),
  LIMIT_WAITING_PASSWORDS: count({ default: 256 }),
  LIMIT_WEBHOOKS: count({ default: 250 }),
  LOG_LEVEL: str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: 'info' }),
  MAIL_FROM: str({ default: 'Project Management <no-reply@localhost>' }),
  METRICS_PORT: integer(1, 65_535)({ default: undefined }),
  MIN_FREE_BYTES: integer(0, Number.MAX_SAFE_INTEGER)({ default: 64 * 1024 * 1024 }),
  OUTBOUND_ALLOWED_CIDRS: cidrs({ default: undefined }),
  PORT: integer(0, 65_535)({ default: 3443 }),
  PROCESS_ROLES: processRoles({ default: [...PROCESS_ROLES] }),
  RATE_LIMIT_API_DELETE: count({ default: 60 }),
  RATE_LIMIT_API_KEY: count({ default: 2_000 }),
  RATE_LIMIT_API_READ: count({ default: 600 }),
  RATE_LIMIT_API_WRITE: count({ default: 120 }),
  RATE_LIMIT_AUTH: count({ default: 200 }),
  RATE_LIMIT_CALENDAR: count({ default: 60 }),
  RATE_LIMIT_CODE: count({ default: 6_000 }),
  PUBLIC_URL: publicUrl({ default: undefined }),
  REDIS_URL: address(/^rediss?:\/\/[^/]+(\/\d*)?$/, 'redis://host:6379')({ default: undefined }),
  REGISTRATION: str({ choices: ['open', 'closed'], default: 'open' }),
  S3_ACCESS_KEY_ID: str(needed('S3_ACCESS_KEY_ID')),
  S3_BUCKET: bucket(needed('S3_BUCKET')),
  S3_ENDPOINT: address(/^https?:\/\/[^@?#\s]+$/, 'https://s3.example.com')(needed('S3_ENDPOINT')),
  S3_PREFIX: keyPrefix({ default: '' }),
  S3_REGION: str({ default: 'us-east-1' }),
  S3_SECRET_ACCESS_KEY: str(needed('S3_SECRET_ACCESS_KEY')),
  SCAN_URL: address(/^https?:\/\/[^@#\s]+$/, 'http://scanner:8080/scan')({ default: undefined }),
  SECRETS_KEY: secretsKeys(needed('SECRETS_KEY', '32 bytes in base64')),
  SESSION_IDLE_HOURS: integer(1, 24)({ default: 8 }),
  SMTP_URL: address(/^smtps?:\/\//, 'smtp://user:password@host:587')({ default: undefined }),
  TLS_CERT_FILE: str(needed('TLS_CERT_FILE')),
  TLS_KEY_FILE: str(needed('TLS_KEY_FILE')),
  TLS_MODE: str<TlsMode>({ choices: ['self-signed', 'files', 'proxy'], default: 'self-signed' }),
  TRUSTED_PROXIES: cidrs({ default: ['127.0.0.0/8', '::1/128'] }),
  WEBHOOK_DISABLE_DAYS: integer(0, 3_650)({ default: 3 }),
  WORKERS: workers({ default: 1 }),
};

/** Adds the variables of the file `.env` in the working folder, if there is one; those that are set already win. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * Reads and checks the environment; an empty variable counts as unset, but OUTBOUND_ALLOWED_CIDRS, where it allows none.
 * Makes and keeps the secrets that may be made.
 *
 * @throws ConfigurationError with a line for each variable that cannot be used.
 */
export function loadConfiguration(environment: NodeJS.ProcessEnv = process.env): Configuration {
  const env = checked(environment);
  const dataDirectory = resolve(env.DATA_DIR);
  return {
    dataDirectory,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    demo: { enabled: env.DEMO, password: env.DEMO_PASSWORD ?? null },
    files: { store: env.FILES, s3: s3(env), scanUrl: env.SCAN_URL ?? null },
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT ?? null,
    processRoles: new Set(env.PROCESS_ROLES as ProcessRole[]),
    tls: { mode: env.TLS_MODE, certificateFile: env.TLS_CERT_FILE ?? '', keyFile: env.TLS_KEY_FILE ?? '' },
    trustedProxies: env.TRUSTED_PROXIES,
    corsOrigins: env.CORS_ORIGINS,
    publicUrl: env.PUBLIC_URL ?? `https://localhost:${env.PORT}`,
    linkUrl: env.PUBLIC_URL ?? null,
    issuer: issuerOf(env),
    consoleDirectory: env.CONSOLE ? join(PACKAGE_FOLDER, 'console/dist') : null,
    jwtSecret: env.JWT_SECRET ?? keptJwtSecret(dataDirectory),
    secretsKeys: env.SECRETS_KEY ?? keptSecretsKeys(dataDirectory),
    outboundAllowedCidrs:
      environment['OUTBOUND_ALLOWED_CIDRS'] === '' ? [] : (env.OUTBOUND_ALLOWED_CIDRS ?? outboundDefault(env)),
    dnsServers: env.DNS_SERVERS ?? null,
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    trashDays: env.TRASH_DAYS,
    webhookDisableDays: env.WEBHOOK_DISABLE_DAYS,
    auditRetentionDays: env.AUDIT_RETENTION_DAYS,
    activityRetentionDays: env.ACTIVITY_RETENTION_DAYS ?? null,
    aiProvider: aiProvider(env),
    registrationOpen: env.REGISTRATION === 'open',
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM },
    redisUrl: env.REDIS_URL ?? null,
    sessionIdleHours: env.SESSION_IDLE_HOURS,
    rateLimits: rateLimits(env),
    limits: limits(env),
    logLevel: env.LOG_LEVEL,
    minFreeBytes: env.MIN_FREE_BYTES,
    workers: env.WORKERS,
  };
}

function rateLimits(env: Environment): RateLimits {
  return {
    apiKey: env.RATE_LIMIT_API_KEY,
    apiRead: env.RATE_LIMIT_API_READ,
    apiWrite: env.RATE_LIMIT_API_WRITE,
    apiDelete: env.RATE_LIMIT_API_DELETE,
    auth: env.RATE_LIMIT_AUTH,
    calendar: env.RATE_LIMIT_CALENDAR,
    code: env.RATE_LIMIT_CODE,
  };
}

/** Behind a proxy the service cannot know its address: only PUBLIC_URL says it. */
function issuerOf(env: Environment): string | null {
  return env.PUBLIC_URL ?? (env.TLS_MODE === 'proxy' ? null : `https://localhost:${env.PORT}`);
}

type Environment = ReturnType<typeof checked>;

function checked(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return cleanEnv(given, VARIABLES, {
    reporter: ({ errors }) => {
      const lines = Object.entries(errors).map(([name, error]) => `${name}: ${problemOf(name, error, given)}`);
      if (lines.length > 0) throw new ConfigurationError(lines.join('\n'));
    },
  });
}

function limits(env: Environment): Limits {
  return {
    keysPerUser: env.LIMIT_KEYS_PER_USER,
    webhooks: env.LIMIT_WEBHOOKS,
    colleagues: env.LIMIT_COLLEAGUES,
    users: env.LIMIT_USERS,
    loginFailures: env.LIMIT_LOGIN_FAILURES,
    codeFailures: env.LIMIT_CODE_FAILURES,
    waitingPasswords: env.LIMIT_WAITING_PASSWORDS,
    resetMails: env.LIMIT_RESET_MAILS,
    invitations: env.LIMIT_INVITATIONS,
    aiChecksPerDay: env.AI_CHECKS_PER_DAY,
    importBytes: env.LIMIT_IMPORT_BYTES,
    eventBytes: env.LIMIT_EVENT_BYTES,
    fileBytes: env.LIMIT_FILE_BYTES,
    companyFileBytes: env.LIMIT_COMPANY_FILE_BYTES,
  };
}

/** By default outgoing calls may reach this machine only while the service is tried out on it. */
function outboundDefault(env: Environment): string[] {
  const isLoopback = env.HOST === 'localhost' || env.HOST === '::1' || /^127\.[\d.]+$/.test(env.HOST);
  return env.DATABASE_URL === undefined && isLoopback && env.TLS_MODE !== 'proxy' ? ['127.0.0.0/8', '::1/128'] : [];
}

function aiProvider(env: Environment): AiProviderConfiguration | null {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey = null, AI_MODEL: model, AI_TIMEOUT_MS: timeoutMs } = env;
  return baseUrl === undefined || model === undefined ? null : { baseUrl, apiKey, model, timeoutMs };
}

function s3(env: Environment): S3Configuration | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucketName, S3_REGION: region, S3_PREFIX: prefix } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (endpoint === undefined || bucketName === undefined) return null;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return {
    endpoint: endpoint.replace(/(?<!\/)\/+$/, ''),
    bucket: bucketName,
    region,
    accessKeyId,
    secretAccessKey,
    prefix,
  };
}

function keptJwtSecret(dataDirectory: string): string {
  return keptSecret(dataDirectory, 'jwt-secret', 'delete it to have another made, and everyone logs in again');
}

/** The kept file takes several keys too, so that they can be rotated. */
function keptSecretsKeys(dataDirectory: string): Buffer[] {
  const keys = keptSecret(dataDirectory, 'secrets-key', 'put it back from a backup')
    .split(',')
    .map((key) => key.trim());
  if (keys.every(isSecretsKey)) return keys.map((key) => Buffer.from(key, 'base64'));
  throw new ConfigurationError(
    `SECRETS_KEY: the file ${dataDirectory}/secrets-key must hold keys of 32 bytes in base64`,
  );
}
