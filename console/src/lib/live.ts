import { client, hasStatus } from './api.ts';
import { connection } from './connection.ts';
import { queryClient } from './query-client.ts';
import { patchTask } from './tasks.ts';

/** An event of the company, as the stream tells it (extensions 2.3). */
interface LiveEvent {
  event: string;
  position: string;
  projectId: string | null;
  data: Record<string, unknown> & { id?: string; projectId?: string; taskId?: string };
}

const NAME = 'events';
const RETRY_MS = 2_000;

/** What each kind of thing is read from again. */
const KINDS: Record<string, readonly string[]> = {
  task: ['tasks', 'task', 'sprints', 'sprint', 'epics', 'epic'],
  sprint: ['sprints', 'sprint', 'tasks'],
  epic: ['epics', 'epic'],
  project: ['projects', 'project'],
  team: ['teams', 'projects'],
  label: ['labels'],
};

const due = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
const GATHER_MS = 150;

/** Several events in a moment are one reading. */
function refresh(kinds: readonly string[]): void {
  for (const kind of kinds) due.add(kind);
  timer ??= setTimeout(() => {
    const now = new Set(due);
    due.clear();
    timer = undefined;
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => now.has(String(queryKey[0])) });
  }, GATHER_MS);
}

function apply({ event, data }: LiveEvent): void {
  const kind = event.split('.', 1)[0] ?? '';
  if (kind === 'task' && event !== 'task.commented' && typeof data.id === 'string') {
    const { changes: _changes, comment: _comment, ...fields } = data;
    if (event !== 'task.deleted') patchTask(data.id, (task) => ({ ...task, ...fields }));
  }
  refresh(KINDS[kind] ?? []);
}

/** One stream a browser: the tab that holds the lock reads it and tells the others (console 1.5). */
export function startLive(): void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => apply(data);
  const tell = (event: LiveEvent) => {
    apply(event);
    channel.postMessage(event);
  };
  connection.subscribe(() => connection.isUp() && void queryClient.invalidateQueries());
  void navigator.locks.request(NAME, () => readForever(tell));
}

async function readForever(tell: (event: LiveEvent) => void): Promise<never> {
  let after: string | undefined;
  for (;;) {
    try {
      for await (const event of (client as unknown as { events(o: object): AsyncIterable<LiveEvent> }).events(
        after === undefined ? {} : { after },
      )) {
        tell(event);
        after = event.position;
      }
    } catch (error) {
      // More has happened than is kept: everything is read again, and then what comes from now on.
      if (hasStatus(error, 400, 409)) {
        after = undefined;
        void queryClient.invalidateQueries();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
