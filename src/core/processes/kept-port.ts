import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';

/** Milliseconds that a connection waits for a process. */
const LONGEST_WAIT = 10_000;
/** Milliseconds until a connection that no process could take is offered again. */
const PAUSE = 10;

/** What `node:cluster` sends between parent and child. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq: number;
  readonly address?: string | null;
  readonly port?: number;
}

/**
 * Keeps the ports of the children open while none of them lives: connections wait for the next ones, up to 10 s each.
 * `node:cluster` closes a port when no child listens on it any more. So this is one more child to it: it listens on the same
 * ports, refuses each connection, and so has another child take it. It has no process, and costs a connection no message.
 */
export class KeptPort {
  private readonly seen = new WeakMap<object, number>();
  /** What a child has asked for, until it listens there. */
  private readonly asked = new Set<ClusterMessage>();
  /** One of `cluster.workers`; it does not end. */
  readonly worker: Worker;
  private readonly onGone: ((...args: unknown[]) => void)[];

  constructor() {
    const { exec } = cluster.settings;
    cluster.setupPrimary({ exec: fileURLToPath(new URL('no-process.js', import.meta.url)) });
    this.worker = cluster.fork();
    cluster.setupPrimary({ exec });
    const { process } = this.worker;
    this.onGone = process.listeners('disconnect') as typeof this.onGone;
    for (const event of ['exit', 'disconnect']) process.removeAllListeners(event);
    Object.defineProperty(process, 'connected', { get: () => true, set: () => undefined });
    Object.assign(process, { send: (message: ClusterMessage, connection: object) => this.take(message, connection) });
  }

  /** Listens where the child does. */
  follow(child: Worker): void {
    child.process.on('internalMessage', (message: ClusterMessage) => {
      if (message.act === 'queryServer') this.asked.add(message);
      if (message.act !== 'listening') return;
      // Port 0 is any free one: the child is told which.
      const isSame = ({ address, port }: ClusterMessage) =>
        address === message.address && (port === 0 || port === message.port);
      const asked = [...this.asked].find(isSame);
      if (!asked) return;
      this.asked.delete(asked);
      this.worker.process.emit('internalMessage', asked);
    });
  }

  /** From now on a port is closed with the last child that listens on it. */
  close(): void {
    for (const listener of this.onGone) listener.call(this.worker.process);
  }

  private take({ act, seq }: ClusterMessage, connection: object): boolean {
    if (act !== 'newconn') return true;
    const since = this.seen.get(connection);
    this.seen.set(connection, since ?? performance.now());
    const isLate = since !== undefined && performance.now() - since > LONGEST_WAIT;
    // What is accepted is closed here; what is refused is offered to the next child.
    const answer = () =>
      this.worker.process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: isLate });
    if (since === undefined) setImmediate(answer);
    else setTimeout(answer, PAUSE);
    return true;
  }
}
