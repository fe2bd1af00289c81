import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { generate } from 'selfsigned';
import { ConfigurationError } from '#config/configuration-error.js';
import { TransportApp } from '../../support/transport-app.js';

let app: TransportApp;
beforeAll(async () => (app = await TransportApp.start()));
afterAll(() => app.stop());

describe('certificate', () => {
  const presented = async (port: number, host = '127.0.0.1') => {
    const socket = connectTls({ port, host, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate()!;
    socket.destroy();
    return certificate;
  };

  it('is made for the names of this machine, valid long, and kept', async () => {
    const certificate = await presented(app.port);
    for (const name of ['localhost', hostname()]) expect(certificate.checkHost(name)).toBe(name);
    for (const address of ['127.0.0.1', '::1']) expect(certificate.checkIP(address)).toBe(address);
    expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now() + 2 * 365 * 24 * 60 * 60 * 1000);
    expect(statSync(join(app.dataDirectory, 'tls-key.pem')).mode & 0o777).toBe(0o600);
    const again = await TransportApp.start({ DATA_DIR: app.dataDirectory });
    expect((await presented(again.port)).fingerprint256).toBe(certificate.fingerprint256);
    await again.stop();
  });

  it('names HOST, and serves on localhost as on any other', async () => {
    const local = await TransportApp.start({ HOST: 'localhost' });
    const certificate = await presented(local.port, 'localhost');
    expect(certificate.checkHost('localhost')).toBe('localhost');
    await local.stop();
    const elsewhere = await TransportApp.start({ HOST: '127.0.0.2' });
    expect((await presented(elsewhere.port, '127.0.0.2')).checkIP('127.0.0.2')).toBe('127.0.0.2');
    await elsewhere.stop();
  });

  it.each(['expired', 'damaged'])('is renewed when %s', async (state) => {
    const first = await TransportApp.start();
    await first.stop();
    const path = join(first.dataDirectory, 'tls-certificate.pem');
    const old = await generate([], { keyType: 'ec', notBeforeDate: new Date(0), notAfterDate: new Date(1e12) });
    writeFileSync(path, state === 'expired' ? old.cert : 'damaged');
    if (state === 'expired') writeFileSync(join(first.dataDirectory, 'tls-key.pem'), old.private);
    const second = await TransportApp.start({ DATA_DIR: first.dataDirectory });
    const certificate = new X509Certificate(readFileSync(path));
    expect((await presented(second.port)).fingerprint256).toBe(certificate.fingerprint256);
    expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now());
    await second.stop();
  });

  it('can be configured', async () => {
    const [cert, key] = ['tls-certificate.pem', 'tls-key.pem'].map((name) => join(app.dataDirectory, name));
    const files = { TLS_MODE: 'files', TLS_CERT_FILE: cert!, TLS_KEY_FILE: key! };
    const given = await TransportApp.start(files);
    expect((await presented(given.port)).fingerprint256).toBe((await presented(app.port)).fingerprint256);
    await given.stop();
    const other = join(app.dataDirectory, 'other-key.pem');
    writeFileSync(other, (await generate([], { keyType: 'ec' })).private);
    for (const [wrong, variable] of [
      [{ TLS_CERT_FILE: '/nowhere/certificate.pem' }, 'TLS_CERT_FILE'],
      [{ TLS_CERT_FILE: key! }, 'TLS_CERT_FILE'],
      [{ TLS_KEY_FILE: '/nowhere/key.pem' }, 'TLS_KEY_FILE'],
      [{ TLS_KEY_FILE: cert! }, 'TLS_KEY_FILE'],
      [{ TLS_KEY_FILE: other }, 'TLS_KEY_FILE'],
    ] as const) {
      const start = TransportApp.start({ ...files, ...wrong, DATA_DIR: app.dataDirectory });
      await expect(start).rejects.toThrow(ConfigurationError);
      await expect(start).rejects.toThrow(new RegExp(`^${variable}: [^\n]+$`));
    }
  });
});
