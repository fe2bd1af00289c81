import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from './free-port.js';

/** `describe`, or its skipping kind where there is no redis-server on the PATH. */
export const describeWithRedis = spawnSync('redis-server', ['--version']).status === 0 ? describe : describe.skip;

/** A Redis of the test, which keeps nothing. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private readonly process: ChildProcess,
  ) {}

  /** On a free port, or on that of one that was stopped. */
  static async start(port?: number): Promise<RedisServer> {
    port ??= await freePort();
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawn('redis-server', [...options, '--dir', tmpdir()], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (output.includes('Ready to accept connections')) break;
    }
    server.stdout.resume();
    return new RedisServer(port, server);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** It stays connected, and answers nothing until it may continue. */
  pause(): void {
    this.process.kill('SIGSTOP');
  }

  continue(): void {
    this.process.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }
}
