import type { QueryKey } from '@tanstack/react-query';
import type { EventResponse, InboxNews } from 'project-management-sdk';
import { client, hasStatus } from './api.ts';
import { connection, setConnected } from './connection.ts';
import { inboxCountQuery } from './inbox.ts';
import { queryClient } from './query-client.ts';
import type { Task } from './model.ts';
import { patchTask } from './tasks.ts';
import { isUnanswered } from './unanswered.ts';

/** An event of the company, as the stream tells it. */
type LiveEvent = Pick<EventResponse, 'event' | 'position' | 'data'>;

/** What the tabs of a browser tell each other. */
type Message = { event: LiveEvent } | { inbox: InboxNews } | { isUp: boolean };

const NAME = 'events';
const RETRY_MS = 2_000;

/** The queries that an event of each kind makes read again. */
const KINDS: Record<string, readonly string[]> = {
  task: ['tasks', 'task', 'sprints', 'sprint', 'epics', 'epic'],
  sprint: ['sprints', 'sprint', 'tasks'],
  epic: ['epics', 'epic'],
  project: ['projects', 'project'],
  team: ['teams', 'projects'],
  label: ['labels'],
  promise: ['tasks', 'task'],
};

/** The parts of a task that name other tasks; the rest changes with the task itself. */
const NAMING_OTHERS: readonly unknown[] = ['subtasks', 'blockers', 'blocking', 'links'];

const due = new Set<string>();
/** The ids of the tasks of which events have told. */
const told = new Set<unknown>();
const changed = new Map<string, Partial<Task>>();
/** Tasks and projects that were deleted: what belongs to one is not read again. */
const gone = new Set<unknown>();
let timer: ReturnType<typeof setTimeout> | undefined;
const GATHER_MS = 100;
/** Between two readings, however much happens: others' imports are not to use up the reader's rate limit. */
const SPACING_MS = 700;
let lastRefresh = 0;
/** Of more events at a time none is shown by itself: the lists are only read again. */
const MOST_SHOWN = 20;

/** Several events in a moment are one reading; while a change of the reader's own waits for its answer, there is none. */
function refresh(kinds: readonly string[]): void {
  for (const kind of kinds) due.add(kind);
  const delay = Math.max(GATHER_MS, lastRefresh + SPACING_MS - Date.now());
  timer ??= setTimeout(() => {
    timer = undefined;
    if (isUnanswered()) {
      refresh([]);
      return;
    }
    lastRefresh = Date.now();
    if (changed.size <= MOST_SHOWN)
      for (const [id, fields] of changed) patchTask(id, (task) => ({ ...task, ...fields }));
    const [dueNow, toldNow, goneNow] = [new Set(due), new Set(told), new Set(gone)];
    changed.clear();
    due.clear();
    told.clear();
    gone.clear();
    const isOfOther = ([kind, id, part]: QueryKey) =>
      (kind === 'project' && goneNow.has(id)) ||
      (kind === 'task' &&
        part !== undefined &&
        (goneNow.has(id) || (!NAMING_OTHERS.includes(part) && !toldNow.has(id))));
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => dueNow.has(String(queryKey[0])) && !isOfOther(queryKey),
    });
  }, delay);
}

function apply({ event, data }: LiveEvent): void {
  const [kind = ''] = event.split('.', 1);
  if (kind === 'task') (event === 'task.deleted' ? gone : told).add(data['id']);
  if (event === 'project.deleted') gone.add(data['id']);
  if (kind === 'task' && event !== 'task.commented' && event !== 'task.deleted') {
    const { changes: _changes, ...fields } = data as Partial<Task> & { changes?: unknown };
    if (fields.id !== undefined) changed.set(fields.id, fields);
  }
  if (kind === 'promise') told.add((data as { taskId?: string }).taskId);
  refresh(KINDS[kind] ?? []);
}

function applyInbox({ unread, open }: InboxNews): void {
  queryClient.setQueryData(inboxCountQuery.queryKey, { unread, open });
  refresh(['inbox']);
}

/** One stream a browser: the tab that holds the lock reads it and tells the others. */
export function startLive(): void {
  const channel = new BroadcastChannel(NAME);
  const tell = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data: message }: MessageEvent<Message>) => {
    if ('event' in message) apply(message.event);
    else if ('inbox' in message) applyInbox(message.inbox);
    else setConnected(message.isUp);
  };
  connection.subscribe(() => {
    const isUp = connection.isUp();
    tell({ isUp });
    if (isUp) void queryClient.invalidateQueries();
  });
  const onInbox = (inbox: InboxNews) => {
    applyInbox(inbox);
    tell({ inbox });
  };
  const read = () =>
    readForever((event) => {
      apply(event);
      tell({ event });
    }, onInbox);
  void navigator.locks
    .request(NAME, { ifAvailable: true }, (lock) => lock && read())
    .then(() =>
      navigator.locks.request(NAME, () => {
        // The tab that read until now has gone: what happened in between is read again.
        void queryClient.invalidateQueries();
        return read();
      }),
    );
}

async function readForever(tell: (event: LiveEvent) => void, onInbox: (news: InboxNews) => void): Promise<never> {
  let after: string | undefined;
  for (;;) {
    try {
      for await (const event of client.events({ onInbox, ...(after !== undefined && { after }) })) {
        tell(event);
        after = event.position;
      }
    } catch (error) {
      // The position is no longer kept: read everything again, then the events from now on.
      if (hasStatus(error, 400, 409)) {
        after = undefined;
        void queryClient.invalidateQueries();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
