import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { temporaryFolder } from './temporary-folder.js';

/** Debian puts it where only root's path leads. */
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** `describe`, or its skipping kind where there is no HAProxy on this machine. */
export const describeWithHaproxy =
  spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0 ? describe : describe.skip;

/** HAProxy as a user would set it up: HTTP/2 in front, connections to the service that are kept and shared. */
export class Haproxy {
  private constructor(
    private readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(servicePort: number): Promise<Haproxy> {
    const port = await freePort();
    const file = join(temporaryFolder(), 'haproxy.cfg');
    writeFileSync(
      file,
      `defaults
  mode http
  option http-keep-alive
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend front
  bind 127.0.0.1:${port} proto h2
  http-request set-header X-Forwarded-Proto https
  default_backend service
backend service
  server one 127.0.0.1:${servicePort}
`,
    );
    const child = spawn('haproxy', ['-f', file, '-db'], { env: { PATH }, stdio: 'ignore' });
    const haproxy = new Haproxy(port, child);
    await eventually('HAProxy takes connections', async () => {
      const session = haproxy.connect();
      try {
        await once(session, 'connect');
        return true;
      } catch {
        return false;
      } finally {
        session.destroy();
      }
    });
    return haproxy;
  }

  /** A connection that speaks HTTP/2 without TLS. */
  connect(): ClientHttp2Session {
    return connect(`http://127.0.0.1:${this.port}`).on('error', () => undefined);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}
