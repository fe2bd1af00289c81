import { ApiError } from './api-error.js';
import { type StreamMessage, streamMessages } from './event-stream.js';
import type { EventResponse, InboxEntryResponse } from './generated/types.gen.js';
import { queryString } from './query-string.js';
import { delayBeforeRetry, pause } from './retry.js';
import type { Transport } from './transport.js';

/** The name of an event. */
export type EventName = EventResponse['event'];

/** The events of these names. */
export type EventOf<Name extends EventName> = Extract<EventResponse, { event: Name }>;

/** What has changed in the caller's inbox: `entry` is null when many entries have, and at the beginning. */
export interface InboxNews {
  readonly unread: number;
  readonly open: number;
  readonly entry: InboxEntryResponse | null;
}

/** Which events to read, and where to begin. */
export interface EventsOptions<Name extends EventName = EventName> {
  /** Begins after this position; without it, now. */
  readonly after?: string;
  readonly event?: readonly Name[];
  readonly projectId?: readonly string[];
  /** Called at the beginning and whenever the caller's inbox changes; left out, the stream says nothing of it. */
  readonly onInbox?: (news: InboxNews) => void;
  /** Ends the iteration, which then throws the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** The service says something every 15 s: a stream that is silent for longer is broken. */
const LONGEST_SILENCE_MS = 45_000;

const ENDED = new ApiError({ status: 0, code: 'NETWORK_ERROR', message: 'The stream of events broke', traceId: '' });

/**
 * Events as they happen, for as long as they are iterated. After a break it goes on where it stopped, for as long as that
 * takes: no event is missed, and none comes twice.
 *
 * @throws ApiError when the service refuses, such as a position after which events have been dropped (409).
 */
export async function* events(
  transport: Transport,
  { after, event, projectId, onInbox, signal }: EventsOptions = {},
): AsyncGenerator<EventResponse> {
  let position = after ?? (await presentPosition(transport, signal));
  for (let attempt = 0; ; attempt += 1) {
    let failure = ENDED;
    try {
      const query = { event, projectId, after: position, ...(onInbox && { inbox: true }) };
      for await (const { id, type, data } of openStream(transport, query, signal)) {
        attempt = 0;
        position = id ?? position;
        if (type === 'inbox') onInbox?.(JSON.parse(data ?? '{}') as InboxNews);
        else if (data !== undefined) yield JSON.parse(data) as EventResponse;
      }
    } catch (error) {
      if (signal?.aborted || !(error instanceof ApiError)) throw error;
      failure = error;
    }
    const delay = delayBeforeRetry(failure, attempt);
    if (delay === undefined) throw failure;
    await pause(delay, signal);
  }
}

/** The end of the log, from which a stream continues when it breaks before its first event. */
async function presentPosition(transport: Transport, signal: AbortSignal | undefined): Promise<string> {
  const page = await transport.send({ method: 'GET', path: '/events?after=latest', signal });
  return (page as { meta: { next: string } }).meta.next;
}

async function* openStream(
  transport: Transport,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage> {
  const silence = new AbortController();
  const watch = (): ReturnType<typeof setTimeout> => setTimeout(() => silence.abort(ENDED), LONGEST_SILENCE_MS);
  let timer = watch();
  const onSign = (): void => {
    clearTimeout(timer);
    timer = watch();
  };
  try {
    const response = await transport.open({
      method: 'GET',
      path: `/events/stream${queryString(query)}`,
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]),
    });
    if (response.body) yield* streamMessages(response.body, onSign);
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw ENDED;
  } finally {
    clearTimeout(timer);
  }
}
