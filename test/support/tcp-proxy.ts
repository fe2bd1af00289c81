import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between the service and its database or Redis, and can be what is wrong with the network. */
export class TcpProxy {
  /** Connections that came, with those that are gone. */
  accepted = 0;
  /** Both ends of each connection. */
  private readonly sockets = new Set<Socket>();
  private isStalled = false;
  private port = 0;
  private server: Server;

  private constructor(private readonly target: URL) {}

  /** Listens on a port of its own for the server of `url`. */
  static async start(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url));
    await proxy.listen();
    return proxy;
  }

  /** What stands behind it, over this proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String(this.port);
    return url.href;
  }

  /** Passes everything on again, on the same port. */
  async restore(): Promise<void> {
    this.isStalled = false;
    for (const socket of this.sockets) socket.resume();
    if (!this.server.listening) await this.listen();
  }

  /** Keeps open connections and refuses new ones. */
  refuseNew(): void {
    this.server.close();
  }

  /** Breaks all connections and refuses new ones. */
  refuse(): void {
    this.refuseNew();
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps connections open, accepts new ones, and passes nothing on. */
  stall(): void {
    this.isStalled = true;
    for (const socket of this.sockets) socket.pause();
  }

  stop(): void {
    this.refuse();
  }

  private async listen(): Promise<void> {
    this.server = createServer((downstream) => this.join(downstream)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private join(downstream: Socket): void {
    this.accepted += 1;
    const upstream = connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      this.sockets.add(one);
      one.on('data', (bytes) => other.write(bytes));
      one.on('error', () => one.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      if (this.isStalled) one.pause();
    }
  }
}
