/** The other end of an IPC channel: `process` in a child, the worker in its parent. */
interface Peer {
  send?(message: Message): boolean;
  on(event: 'message', listener: (message: Message) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

type Message =
  | { readonly topic: string; readonly id: number; readonly question: unknown }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Questions and answers, as JSON, between the processes of one service. */
export class Channel {
  private readonly handlers = new Map<string, (question: never) => unknown>();
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  constructor(private readonly peer: Peer) {
    peer.on('message', (message) => this.onMessage(message));
    peer.once('disconnect', () => {
      for (const { reject } of this.pending.values()) reject(new Error('The other process is gone'));
      this.pending.clear();
    });
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
      this.peer.send?.({ topic, id, question });
    });
  }

  private onMessage(message: Message): void {
    if ('topic' in message) {
      void this.reply(message.topic, message.id, message.question);
      return;
    }
    const pending = this.pending.get(message.id);
    this.pending.delete(message.id);
    if ('failure' in message) pending?.reject(new Error(message.failure));
    else pending?.resolve(message.answer as never);
  }

  private async reply(topic: string, id: number, question: unknown): Promise<void> {
    try {
      const answer = await this.handlers.get(topic)?.(question as never);
      this.peer.send?.({ id, answer });
    } catch (error) {
      this.peer.send?.({ id, failure: (error as Error).message });
    }
  }
}

let parent: Channel | undefined;

/** The way to the parent of this process, which is one of several (extensions 9.1). */
export function parentChannel(): Channel {
  return (parent ??= new Channel(process));
}
