import type { TestEvent } from '../factories/event.factory.js';
import { eventually } from './eventually.js';

/** A reader of GET /events/stream, as browsers read it. */
export class TestEventSource {
  readonly events: TestEvent[] = [];
  /** The last `id`, with an event or alone. */
  lastEventId = '';
  comments = 0;
  isEnded = false;
  private readonly hangUp = new AbortController();

  private constructor(
    readonly status: number,
    readonly headers: Headers,
    private readonly body: ReadableStream<Uint8Array>,
  ) {}

  /** Opens a stream; `query` begins with `?`. @throws when it is refused */
  static async open(
    baseUrl: string,
    token: string,
    query = '',
    { lastEventId, reads = true }: { lastEventId?: string; reads?: boolean } = {},
  ): Promise<TestEventSource> {
    const response = await fetch(`${baseUrl}/events/stream${query}`, {
      headers: {
        'X-Forwarded-Proto': 'https',
        Authorization: `Bearer ${token}`,
        Accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
      },
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const source = new TestEventSource(response.status, response.headers, response.body!);
    if (reads) source.resume();
    return source;
  }

  /** Resolves when so many events have come. */
  async received(count: number): Promise<TestEvent[]> {
    await eventually(`${count} events, not ${this.events.length}`, () => this.events.length >= count);
    return this.events;
  }

  ended(): Promise<void> {
    return eventually('the stream has ended', () => this.isEnded);
  }

  /** Begins to read, when it was opened not to. */
  resume(): void {
    void this.read();
  }

  close(): void {
    this.hangUp.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    const reader = this.body.getReader();
    this.hangUp.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
        text = blocks.pop() as string;
        blocks.forEach((block) => this.dispatch(block));
      }
    } catch {
      // Broken off.
    }
    this.isEnded = true;
  }

  private dispatch(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.comments += 1;
      else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
    }
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    if (data === undefined) return;
    const event = JSON.parse(data) as TestEvent;
    if (event.event !== fields.get('event') || event.position !== fields.get('id')) throw new Error(`odd: ${block}`);
    this.events.push(event);
  }
}
