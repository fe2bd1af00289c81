import { DuePromisesTask } from '#modules/promises/due-promises.task.js';
import { createUser, type TestUser } from '../../factories/company.factory.js';
import { dayAhead, makePromise, promisesOf } from '../../factories/promise.factory.js';
import { atMoment, DAY } from '../../support/clock.js';
import { ScannedProject } from '../../support/scanned-project.js';

const scanned = new ScannedProject();
const { task } = scanned;

let mia: TestUser;
beforeEach(async () => {
  mia = await createUser(scanned.company.owner, 'MEMBER', 'Mia');
});

const UNTIL = dayAhead(2);
/** When the day is over in UTC. */
const OVER = Date.parse(`${UNTIL}T00:00:00Z`) + DAY;

const look = (at = OVER) => atMoment(at, () => scanned.service.app.get(DuePromisesTask).run());
const change = ({ id }: { id: string }, input: object) => scanned.company.owner.api.put(`/tasks/${id}`, input);
const stateOf = async (of: { id: string }) => (await promisesOf(scanned.company.viewer, of))[0]?.state;

async function promised(input: object = {}) {
  const made = await task(input);
  await makePromise(mia, made, { until: UNTIL });
  return made;
}

describe('when its day is over', () => {
  it('a promise is broken, not a moment before', async () => {
    const made = await promised();
    await look(OVER - 1);
    expect(await stateOf(made)).toBe('open');
    await look();
    expect(await stateOf(made)).toBe('broken');
  });

  it.each(['Europe/Kyiv', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'that is so in %s',
    async (timezone) => {
      await mia.api.put('/me', { timezone });
      const made = await promised();
      // The hours that a zone is ahead of UTC, from what its clocks show then.
      const shown = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
      const offset = shown.formatToParts(OVER).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT+00:00';
      const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
      const over = OVER - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
      await look(over - 1);
      expect(await stateOf(made)).toBe('open');
      await look(over);
      expect(await stateOf(made)).toBe('broken');
    },
  );

  it('the zone that the person has by then counts', async () => {
    await mia.api.put('/me', { timezone: 'Asia/Tokyo' });
    const made = await promised();
    await mia.api.put('/me', { timezone: 'America/Los_Angeles' });
    await look();
    expect(await stateOf(made)).toBe('open');
  });

  it('it is kept when the task has come to review, also when it was returned', async () => {
    const [made, returned] = [await promised(), await promised()];
    await change(made, { status: 'In Review' });
    await change(returned, { status: 'In Review' });
    await change(returned, { status: 'In Progress' });
    await look();
    expect([await stateOf(made), await stateOf(returned)]).toEqual(['kept', 'kept']);
  });

  it('it is kept when the task was in review and is no more, and broken when it still is', async () => {
    const [reviewed, waiting] = [await promised({ status: 'In Review' }), await promised({ status: 'In Review' })];
    await change(reviewed, { status: 'To Do' });
    await look();
    expect([await stateOf(reviewed), await stateOf(waiting)]).toEqual(['kept', 'broken']);
  });

  it('it is withdrawn when the task is blocked, by its status or an open task', async () => {
    const [blocked, waiting, free] = [await promised({ status: 'Blocked' }), await promised(), await promised()];
    const [open, done] = [await task(), await task({ status: 'Done' })];
    await scanned.company.owner.api.post(`/tasks/${waiting.id}/blockers`, { taskId: open.id });
    await scanned.company.owner.api.post(`/tasks/${free.id}/blockers`, { taskId: done.id });
    await look();
    expect([await stateOf(blocked), await stateOf(waiting), await stateOf(free)]).toEqual([
      'withdrawn',
      'withdrawn',
      'broken',
    ]);
  });

  it('it ends once, however many look, and the service is named for it', async () => {
    const made = await promised();
    const task = scanned.service.app.get(DuePromisesTask);
    // A second instance does not know what the first one does.
    const other = Object.assign(Object.create(Object.getPrototypeOf(task)) as DuePromisesTask, task);
    await atMoment(OVER, () => Promise.all([task.run(), other.run(), change(made, { title: 'Meanwhile' })]));
    const { viewer } = scanned.company;
    const { body } = await viewer.api.get(`/events?after=0&event=promise.ended&projectId=${scanned.project.id}`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ actor: { type: 'system', id: null }, data: { state: 'broken' } });
    const { body: history } = await viewer.api.get(`/tasks/${made.id}/activity`);
    const ends = history.filter(({ event }: { event: string }) => event === 'task.promise_ended');
    expect(ends).toMatchObject([{ actor: { id: mia.id }, changes: { promise: { from: 'open', to: 'broken' } } }]);
  });
});
