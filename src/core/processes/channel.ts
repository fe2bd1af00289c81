/** The other end of an IPC channel: `process` in a child, the worker in its parent. */
interface Peer {
  send?(message: Message, callback: (failure: Error | null) => void): boolean;
  on(event: 'message', listener: (message: Message) => void): unknown;
  once(event: 'disconnect' | 'exit', listener: () => void): unknown;
}

type Outcome = { readonly answer: unknown } | { readonly failure: string };
type Message =
  { readonly topic: string; readonly id: number; readonly question: unknown } | ({ readonly id: number } & Outcome);

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

const GONE: Outcome = { failure: 'The other process is gone' };

/** The other process ended before it answered. */
export class GoneProcessError extends Error {}

/** Questions and answers, as JSON, between the processes of one service. */
export class Channel {
  private readonly handlers = new Map<string, (question: never) => unknown>();
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  constructor(private readonly peer: Peer) {
    peer.on('message', (message) => this.onMessage(message));
    const rejectAll = () => {
      for (const id of this.pending.keys()) this.settle(id, GONE);
    };
    peer.once('disconnect', rejectAll);
    // A child that dies with a connection that it has not taken does not disconnect.
    peer.once('exit', rejectAll);
  }

  /** Answers the questions of a topic from now on. */
  answer<Question, Answer>(topic: string, handler: (question: Question) => Answer | Promise<Answer>): void {
    this.handlers.set(topic, handler);
  }

  /** Rejects when the other process is gone, or cannot answer. */
  ask<Answer>(topic: string, question?: unknown): Promise<Answer> {
    const id = (this.lastId += 1);
    return new Promise<Answer>((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.send({ topic, id, question }, () => this.settle(id, GONE));
    });
  }

  private onMessage(message: Message): void {
    if ('topic' in message) {
      void this.reply(message.topic, message.id, message.question);
      return;
    }
    this.settle(message.id, message);
  }

  private settle(id: number, outcome: Outcome): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if ('failure' in outcome) {
      const type = outcome === GONE ? GoneProcessError : Error;
      pending?.reject(new type(outcome.failure));
    } else pending?.resolve(outcome.answer as never);
  }

  private async reply(topic: string, id: number, question: unknown): Promise<void> {
    try {
      const answer = await this.handlers.get(topic)?.(question as never);
      this.send({ id, answer });
    } catch (error) {
      this.send({ id, failure: (error as Error).message });
    }
  }

  /** Without the callback, Node.js throws where the other process is gone and this one does not know yet. */
  private send(message: Message, onFailure?: () => void): void {
    this.peer.send?.(message, (failure) => {
      if (failure) onFailure?.();
    });
  }
}

let parent: Channel | undefined;

/** The way to the parent of this process, which is one of several. */
export function parentChannel(): Channel {
  return (parent ??= new Channel(process));
}
