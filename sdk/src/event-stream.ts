/** One message of a stream. Without `data` it only tells the current position. */
export interface StreamMessage {
  readonly id: string | undefined;
  /** Its field `event`. */
  readonly type: string | undefined;
  readonly data: string | undefined;
}

/**
 * The messages of a `text/event-stream`, without its comments. `onSign` is called whenever anything arrives, comments
 * included.
 */
export async function* streamMessages(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onSign();
      const blocks = (text + value).split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageOf(block);
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(block: string): StreamMessage | undefined {
  const fields = block
    .split(/\r?\n/)
    .map((line) => /^(id|event|data): ?(.*)$/.exec(line))
    .filter((found) => found !== null);
  const valuesOf = (name: string): string[] =>
    fields.filter(([, field]) => field === name).map(([, , value]) => value ?? '');
  const data = valuesOf('data');
  const id = valuesOf('id').at(-1);
  if (id === undefined && data.length === 0) return undefined;
  return { id, type: valuesOf('event').at(-1), data: data.length > 0 ? data.join('\n') : undefined };
}
