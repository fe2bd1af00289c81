import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with one request. */
export type Fault =
  /** The connection breaks before the service hears of it. */
  | { kind: 'unsent' }
  /** The service answers, and the connection breaks before the client hears it. */
  | { kind: 'unanswered' }
  /** The connection breaks in the middle of the answer's body, after so many bytes. */
  | { kind: 'cut'; after: number }
  /** The service hears of it so many milliseconds later. */
  | { kind: 'late'; milliseconds: number }
  /** Answered by the proxy itself. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string };

/** A request as it came to the proxy. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
}

/** An HTTPS-terminating proxy in front of the service that causes the configured faults. */
export class FaultyProxy {
  /** The faults of the next requests, one each; those after go through. */
  readonly faults: (Fault | undefined)[] = [];
  readonly seen: SeenRequest[] = [];
  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer((incoming, answer) => void this.handle(incoming, answer));
  }

  static async start(baseUrl: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(baseUrl));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The base address of the service, over this proxy. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.target.pathname}`;
  }

  /** Breaks every connection that is open. */
  breakAll(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.server.close();
    this.breakAll();
    await once(this.server, 'close');
  }

  private async handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming;
    this.seen.push({ method, path, headers });
    const fault = this.faults.shift();
    if (fault?.kind === 'unsent') return void incoming.socket.destroy();
    if (fault?.kind === 'answer') return void answer.writeHead(fault.status, fault.headers).end(fault.body);
    if (fault?.kind === 'late') await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
    const { hostname, port } = this.target;
    const outgoing = request({ hostname, port, path, method, headers: { ...headers, 'x-forwarded-proto': 'https' } });
    incoming.pipe(outgoing);
    outgoing.on('error', () => incoming.socket.destroy());
    outgoing.on('response', (response) => this.pass(response, answer, fault));
    answer.on('close', () => outgoing.destroy());
  }

  private pass(response: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): void {
    if (fault?.kind === 'unanswered') {
      // Only after the whole answer of the service, so the change is committed.
      response.resume().on('end', () => answer.destroy());
      return;
    }
    answer.writeHead(response.statusCode ?? 502, response.headers);
    let left = fault?.kind === 'cut' ? fault.after : Infinity;
    response.on('data', (bytes: Buffer) => {
      const part = bytes.subarray(0, left);
      left -= part.length;
      answer.write(part, () => left === 0 && answer.destroy());
    });
    response.on('end', () => answer.end());
    response.on('error', () => answer.destroy());
  }
}
