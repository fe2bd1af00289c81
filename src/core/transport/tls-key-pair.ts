import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Configuration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';

/** Certificate (with its chain) and private key, in PEM. */
export interface TlsKeyPair {
  cert: Buffer;
  key: Buffer;
}

const DAY_MS = 24 * 60 * 60 * 1000;
// Apple's systems refuse certificates that are valid for longer, trusted or not.
const VALID_DAYS = 825;
const RENEW_BEFORE_DAYS = 30;

/**
 * The key pair the service presents: that of `TLS_CERT_FILE` and `TLS_KEY_FILE`, or a self-signed one,
 * made at the first start, kept in the data folder and renewed at a start when it is about to expire.
 *
 * @throws ConfigurationError naming the variable whose file cannot be used.
 */
export async function loadTlsKeyPair(configuration: Configuration): Promise<TlsKeyPair> {
  if (configuration.tls.mode === 'files') return givenKeyPair(configuration.tls);
  return keptKeyPair(configuration.dataDirectory) ?? (await makeKeyPair(configuration));
}

function givenKeyPair({ certificateFile, keyFile }: Configuration['tls']): TlsKeyPair {
  const cert = readGiven('TLS_CERT_FILE', certificateFile);
  const key = readGiven('TLS_KEY_FILE', keyFile);
  orRefuse('TLS_CERT_FILE: holds no certificate in PEM format', () => createSecureContext({ cert }));
  orRefuse('TLS_KEY_FILE: holds no private key in PEM format (without a passphrase)', () => createPrivateKey(key));
  orRefuse('TLS_KEY_FILE: is not the key of the certificate in TLS_CERT_FILE', () => {
    createSecureContext({ cert, key });
  });
  return { cert, key };
}

function readGiven(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigurationError(`${variable}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function orRefuse(message: string, check: () => void): void {
  try {
    check();
  } catch {
    throw new ConfigurationError(message);
  }
}

function keptKeyPair(dataDirectory: string): TlsKeyPair | null {
  const paths = keptPaths(dataDirectory);
  try {
    const pair = { cert: readFileSync(paths.certificate), key: readFileSync(paths.key) };
    const certificate = new X509Certificate(pair.cert);
    const lasts = Date.parse(certificate.validTo) > Date.now() + RENEW_BEFORE_DAYS * DAY_MS;
    return lasts && certificate.checkPrivateKey(createPrivateKey(pair.key)) ? pair : null;
  } catch {
    // Missing or damaged: nothing is lost by making a new one.
    return null;
  }
}

async function makeKeyPair({ dataDirectory, host }: Configuration): Promise<TlsKeyPair> {
  // Slow to load, and needed for a first start alone.
  const { generate } = await import('selfsigned');
  const names = [...new Set(['localhost', '127.0.0.1', '::1', host, hostname()])];
  const made = await generate([{ name: 'commonName', value: 'Project Management Service' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  const paths = keptPaths(dataDirectory);
  mkdirSync(dataDirectory, { recursive: true });
  writeFileSync(paths.key, made.private, { mode: 0o600 });
  writeFileSync(paths.certificate, made.cert);
  return { cert: Buffer.from(made.cert), key: Buffer.from(made.private) };
}

function keptPaths(dataDirectory: string) {
  return { certificate: join(dataDirectory, 'tls-certificate.pem'), key: join(dataDirectory, 'tls-key.pem') };
}
