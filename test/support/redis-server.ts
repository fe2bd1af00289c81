import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from './free-port.js';

/** `describe`, or its skipping kind where there is no redis-server on the PATH. */
export const describeWithRedis = spawnSync('redis-server', ['--version']).status === 0 ? describe : describe.skip;

/** A Redis of the test, which keeps nothing. */
export class RedisServer {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<RedisServer> {
    const port = await freePort();
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawn('redis-server', [...options, '--dir', tmpdir()], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      if (output.includes('Ready to accept connections')) break;
    }
    server.stdout.resume();
    return new RedisServer(`redis://127.0.0.1:${port}`, server);
  }

  async stop(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }
}
