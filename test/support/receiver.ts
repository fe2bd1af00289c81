import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.js';

/** A request as a receiver of webhooks got it. */
export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  /** The very text of the body. */
  text: string;
  body: { event: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = number | ((response: ServerResponse, request: ReceivedRequest) => void);

/** A real receiver of webhooks. It answers 204 unless told otherwise. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  /** Attempts of one event at the same time, at the most. */
  mostAtOnce = 0;
  private readonly underWay = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    public answer: Answer,
  ) {}

  static async start(answer: Answer = 204): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server, answer);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => receiver.take(request.headers, Buffer.concat(chunks).toString(), response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** The events received, in their order. */
  get events(): string[] {
    return this.requests.map(({ body }) => body.event);
  }

  /** Resolves with all requests once there are so many. */
  async received(count: number): Promise<ReceivedRequest[]> {
    await eventually(`${count} requests at the receiver`, () => this.requests.length >= count);
    return this.requests;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private take(headers: IncomingHttpHeaders, text: string, response: ServerResponse): void {
    const request: ReceivedRequest = { headers, text, body: JSON.parse(text) };
    this.requests.push(request);
    const event = String(headers['x-webhook-event-id']);
    const count = (this.underWay.get(event) ?? 0) + 1;
    this.underWay.set(event, count);
    this.mostAtOnce = Math.max(this.mostAtOnce, count);
    response.once('close', () => this.underWay.set(event, (this.underWay.get(event) ?? 1) - 1));
    if (typeof this.answer === 'number') response.writeHead(this.answer).end();
    else this.answer(response, request);
  }
}
