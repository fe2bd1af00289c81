import { client, messageOf } from './api.ts';
import type { Task } from './model.ts';
import { queryClient } from './query-client.ts';
import { inBatches, knownTasks, ofTasks, patchTasks, refreshTasks, type Shown, type TaskChange } from './tasks.ts';
import { texts } from './texts.ts';
import { announce, showToast } from './toasts.ts';
import { isUnanswered, noteAnswered, noteShown } from './unanswered.ts';
import { offerUndo } from './undo.ts';
import { askedFor, isSame, isStill, noteOwn, type Target, valuesOf, type Written } from './written.ts';

/** A task, what it is to be, and what is shown of that. */
export type OneChange = readonly [task: Pick<Task, 'id' | 'tid'>, change: TaskChange, shown?: Shown];

/**
 * Shows a change at once and sends it; if the service refuses, puts everything back. Earlier reads are cancelled, because
 * they would show the old state. After the last of several changes everything is read again.
 */
async function settle(show: () => () => void, send: () => Promise<unknown>): Promise<void> {
  void queryClient.cancelQueries(ofTasks);
  const putBack = show();
  noteShown();
  try {
    await send();
  } catch (error) {
    putBack();
    throw error;
  } finally {
    noteAnswered();
    if (!isUnanswered()) void refreshTasks();
  }
}

/** Says why the service refused; false then. */
const told = (change: Promise<unknown>): Promise<boolean> =>
  change.then(
    () => true,
    (error: unknown) => {
      showToast(messageOf(error), { tone: 'danger' });
      return false;
    },
  );

/** The last change of each task that is not answered yet. */
const lastOf = new Map<string, Promise<unknown>>();

/** Sends the changes of one task one after the other: of two sets of labels, the later is what the service keeps. */
function inTurn<Answer>(id: string, send: () => Promise<Answer>): Promise<Answer> {
  const sent = (lastOf.get(id) ?? Promise.resolve()).catch(() => undefined).then(send);
  lastOf.set(id, sent);
  return sent.finally(() => {
    if (lastOf.get(id) === sent) lastOf.delete(id);
  });
}

/** The task as it is shown until the service has answered. */
function changed(now: Task, { labelIds: _, custom, ...fields }: TaskChange, shown: Shown = {}): Task {
  const values = Object.entries({ ...now.custom, ...custom }).filter(([, value]) => !isNoValue(value));
  return { ...now, ...fields, ...(custom && { custom: Object.fromEntries(values) }), ...shown };
}

const isNoValue = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const show = (changes: readonly OneChange[]) => () =>
  patchTasks(new Map(changes.map(([{ id }, change, shown]) => [id, (now) => changed(now, change, shown)])));

type Hear = (tasks: readonly Task[]) => void;

/** Of several tasks, those that are changed alike in one request. */
async function sendAll(changes: readonly OneChange[], hear: Hear): Promise<void> {
  const alike = Map.groupBy(changes, ([, change]) => JSON.stringify(change));
  for (const group of alike.values()) {
    const [, set = {}] = group[0] ?? [];
    for (const ids of inBatches(group.map(([{ id }]) => id)))
      hear((await client.bulkUpdateTasks({ body: { ids, set } })).tasks);
  }
}

const sendOne = async ([{ id }, body]: OneChange, hear: Hear): Promise<void> =>
  hear([await inTurn(id, () => client.updateTask({ path: { id }, body }))]);

/** Tasks as the service has them, with what a change sets. */
async function readNow(tids: readonly string[], sets: readonly TaskChange[]): Promise<Map<string, Task>> {
  const { fields, include } = askedFor(sets);
  const tasks = await Promise.all(
    inBatches(tids).map((tid) => client.listTasks({ query: { tid, fields, ...(include.length > 0 && { include }) } })),
  );
  return new Map(tasks.flat().map((task) => [task.id, task]));
}

/** Shows changes and sends them; what has been written of them can be undone. A refusal is thrown. */
async function write(
  changes: readonly OneChange[],
  send: (hear: Hear) => Promise<void>,
  nameOf: (written: readonly Written[]) => string,
): Promise<void> {
  const byId = new Map(changes.map((change) => [change[0].id, change]));
  const known = knownTasks(new Set(byId.keys()));
  const unknown = changes.filter(([{ id }, set]) => !valuesOf(known.get(id), set)).map(([{ tid }]) => tid);
  const written: Written[] = [];
  try {
    await settle(show(changes), async () => {
      const sets = changes.map(([, set]) => set);
      const read = unknown.length > 0 ? await readNow(unknown, sets) : new Map<string, Task>();
      await send((tasks) => {
        for (const task of tasks) {
          const [{ tid } = task, set = {}, shown = {}] = byId.get(task.id) ?? [];
          const old = known.get(task.id);
          const before = valuesOf(old, set) ?? valuesOf(read.get(task.id), set);
          noteOwn(task);
          if (before && !isSame(before, set))
            written.push({ id: task.id, tid, set, before, shownBefore: pick(old, shown), at: task.updatedAt });
        }
      });
    });
  } finally {
    offer(written, nameOf);
  }
}

/** Of the old task what the change shows besides its own fields. */
const pick = (old: Task | undefined, shown: Shown): Shown =>
  Object.fromEntries(Object.keys(shown).map((name) => [name, old?.[name as keyof Shown]]));

function offer(written: readonly Written[], nameOf: (written: readonly Written[]) => string): void {
  if (written.length > 0) offerUndo(texts.common.changed(nameOf(written)), () => told(putBack(written)));
}

const tidOf = ([first]: readonly Written[]): string => first?.tid ?? '';
const numberOf = (written: readonly Written[]): string => texts.common.tasks(written.length);

/** False when it was refused. */
export const changeTask = (task: OneChange[0], change: TaskChange, shown: Shown = {}): Promise<boolean> =>
  told(write([[task, change, shown]], (hear) => sendOne([task, change], hear), tidOf));

/** As `changeTask`, of several. */
export const changeTasks = (changes: readonly OneChange[]): Promise<boolean> => told(writeTasks(changes));

/** A refusal is thrown; `onDone` hears how many have been changed. */
export function writeTasks(changes: readonly OneChange[], onDone?: (number: number) => void): Promise<void> {
  let done = 0;
  const send = (hear: Hear) =>
    sendAll(changes, (tasks) => {
      hear(tasks);
      done += tasks.length;
      onDone?.(done);
    });
  return write(changes, send, numberOf);
}

/** What was written by another way, such as a text with its `If-Match`, can be undone, too. */
export function tellWritten(before: Task, set: TaskChange, answer: Task): void {
  noteOwn(answer);
  const values = valuesOf(before, set);
  if (!values || isSame(values, set)) return;
  const { id, tid } = before;
  offer([{ id, tid, set, before: values, shownBefore: {}, at: answer.updatedAt }], tidOf);
}

/** Where a task goes: before or after another, in the other's order, and under a status. */
export interface Move {
  task: Task;
  target: Target | undefined;
  status: string;
  /** Beside which task it stands now. */
  from: Target | undefined;
  show: () => () => void;
}

async function sendMove(id: string, target: Target, status: string | undefined): Promise<Task> {
  const moved = await inTurn(id, () =>
    client.moveTask({ path: { id }, body: { ...target, ...(status && { status }) } }),
  );
  noteOwn(moved);
  return moved;
}

/** Moves tasks one after the other, until one is refused. */
export async function moveTasks(moves: readonly Move[]): Promise<boolean> {
  const written: Written[] = [];
  const move = async ({ task, target, status, from, show: showMove }: Move) => {
    const { id, tid } = task;
    const set = status === task.status ? {} : { status };
    if (!target) return;
    await settle(showMove, async () => {
      const { updatedAt } = await sendMove(id, target, set.status);
      const before = set.status ? { status: task.status } : {};
      if (from || set.status) written.push({ id, tid, set, before, shownBefore: {}, place: from, at: updatedAt });
    });
  };
  const all = async () => {
    for (const one of moves) await move(one);
  };
  const isDone = await told(all());
  offer(written, written.length === 1 ? tidOf : numberOf);
  return isDone;
}

/** Gives tasks their old values, but for those that somebody has changed since: these are named. */
async function putBack(written: readonly Written[]): Promise<void> {
  const now = await readNow(
    written.map(({ tid }) => tid),
    written.map(({ set }) => set),
  );
  const ours = written.filter((one) => isStill(one, now.get(one.id)));
  const left = written.filter((one) => !ours.includes(one)).map(({ tid }) => tid);
  if (left.length > 0) showToast(texts.common.changedMeanwhile(left));
  const changes = ours.map((one): OneChange => [one, one.before, one.shownBefore]);
  const [moved, others] = [ours.filter(({ place }) => place), changes.filter((_, index) => !ours[index]?.place)];
  await settle(show(changes), async () => {
    for (const { id, place, before } of moved) if (place) await sendMove(id, place, before.status);
    const hear = (tasks: readonly Task[]) => tasks.forEach(noteOwn);
    const [only] = others;
    await (only && others.length === 1 ? sendOne(only, hear) : sendAll(others, hear));
  });
  if (ours.length > 0) announce(texts.common.undone);
}
