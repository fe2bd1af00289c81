import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A receiver of webhooks that notes how long each event was on its way. */
export class WebhookReceiver {
  /** Milliseconds from the change to the first attempt of its delivery. */
  readonly delays: number[] = [];
  count = 0;
  private readonly seen = new Set<string>();

  private readonly server = createServer();

  private constructor(answer: (response: ServerResponse) => void) {
    this.server.on('request', (request, response) => {
      this.take(request.headers as Record<string, string>);
      request.resume();
      request.once('end', () => answer(response));
    });
  }

  /** `answer` ends a response, or leaves it hanging. */
  static async start(answer: (response: ServerResponse) => void): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(answer);
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Resolves once `count` requests have arrived. */
  async received(count: number, timeout: number): Promise<void> {
    const deadline = Date.now() + timeout;
    while (this.count < count) {
      if (Date.now() > deadline) throw new Error(`${this.count} of ${count} deliveries came within ${timeout} ms`);
      await delay(20);
    }
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(headers: Record<string, string>): void {
    this.count += 1;
    const { 'x-webhook-event-id': id = '', 'x-webhook-timestamp': timestamp = '' } = headers;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.delays.push(Date.now() - Date.parse(timestamp));
  }
}
