import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually.js';

type Answer = number | ((response: ServerResponse) => void);

/** A real chat's incoming webhook. It answers 200 unless told otherwise. */
export class Chat {
  /** The bodies it got. */
  readonly posts: { text: string }[] = [];
  /** The paths with their queries that it was called by. */
  readonly paths: string[] = [];
  answer: Answer = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Chat> {
    const server = createServer();
    const chat = new Chat(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        chat.paths.push(request.url ?? '');
        chat.posts.push(JSON.parse(body) as { text: string });
        if (typeof chat.answer === 'number') response.writeHead(chat.answer).end();
        else chat.answer(response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return chat;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks/secret-path`;
  }

  /** As a colleague's `notifications`. */
  get notifications(): object {
    return { chat: { webhookUrl: this.url } };
  }

  /** Keeps every POST waiting; gives what lets them through, and all that come later. */
  hold(): () => void {
    const held: ServerResponse[] = [];
    this.answer = (response) => held.push(response);
    return () => {
      this.answer = 200;
      for (const response of held) response.end();
    };
  }

  /** As it was when it started. */
  reset(): void {
    this.answer = 200;
    this.posts.length = 0;
    this.paths.length = 0;
  }

  async got(count: number): Promise<void> {
    await eventually(`${count} posts in the chat`, () => this.posts.length >= count);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Starts a chat for the suite; it is empty before each test. */
export function eachWithChat(assign: (chat: Chat) => void): void {
  let chat: Chat;
  beforeAll(async () => assign((chat = await Chat.start())));
  beforeEach(() => chat.reset());
  afterAll(() => chat.stop());
}
