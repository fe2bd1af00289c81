import {
  actionsOf,
  createColleague,
  scan,
  type TestAction,
  type TestColleague,
} from '../../factories/colleague.factory.js';
import { makePromise } from '../../factories/promise.factory.js';
import { DuePromisesTask } from '#modules/promises/due-promises.task.js';
import type { TestUser } from '../../factories/company.factory.js';
import { giveToTeam } from '../../factories/project.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';
import { earlier } from '../../support/test-database.js';

const scanned = new ScannedProject();
const { task } = scanned;

async function withActions(
  settings: object = {},
): Promise<{ colleague: TestColleague; chase: TestAction; digest: TestAction }> {
  const { owner, member } = scanned.company;
  await task({ dueDate: iso(MOMENT - 3 * DAY), assigneeId: member.id });
  const colleague = await createColleague(owner, { projectIds: [scanned.project.id], settings });
  await atMoment(MOMENT, () => scan(member, colleague));
  const [chase, digest] = await actionsOf(owner, colleague);
  return { colleague, chase: chase!, digest: digest! };
}

const give = (user: TestUser, { id }: { id: string }, action: { id: string }, input: object = { useful: true }) =>
  user.api.post(`/virtual-colleagues/${id}/activity/${action.id}/feedback`, input);

const statsOf = async ({ id }: { id: string }, query = '') =>
  (await scanned.company.viewer.api.get<Record<string, unknown>[]>(`/virtual-colleagues/${id}/stats${query}`)).body;

describe('feedback on an action', () => {
  it('is one a person, the last counts, and stands beside the action', async () => {
    const { owner, member, admin, viewer } = scanned.company;
    const { colleague, chase } = await withActions();
    expect(chase.feedback).toEqual({ useful: 0, notUseful: 0, mine: null });
    expect(result(await give(member, colleague, chase))).toEqual([200, { useful: 1, notUseful: 0, mine: true }]);
    await give(admin, colleague, chase, { useful: false, note: 'Too early' });
    expect(result(await give(member, colleague, chase, { useful: false }))).toEqual([
      200,
      { useful: 0, notUseful: 2, mine: false },
    ]);
    const seenBy = async (user: TestUser) => (await actionsOf(user, colleague, 'task.overdue'))[0]!.feedback;
    expect([await seenBy(member), await seenBy(owner), await seenBy(viewer)]).toEqual([
      { useful: 0, notUseful: 2, mine: false },
      { useful: 0, notUseful: 2, mine: null },
      { useful: 0, notUseful: 2, mine: null },
    ]);
  });

  it('is refused on digests, on nothing, out of reach and from viewers', async () => {
    const { member, viewer } = scanned.company;
    const { colleague, chase, digest } = await withActions();
    expect(refusalOf(await give(member, colleague, digest))).toEqual([400, 'INVALID_INPUT', expect.any(String)]);
    expect(refusalOf(await give(member, colleague, chase, {}))[2]).toEqual({ useful: 'Required' });
    const note = 'x'.repeat(501);
    expect(refusalOf(await give(member, colleague, chase, { useful: true, note }))[2]).toHaveProperty('note');
    expect((await give(member, colleague, { id: UNKNOWN_ID })).status).toBe(404);
    expect(result(await give(member, { id: UNKNOWN_ID }, chase))).toEqual([
      404,
      { error: 'Virtual colleague not found' },
    ]);
    expect(result(await give(viewer, colleague, chase))).toEqual(FORBIDDEN);
    await giveToTeam(scanned.service.database, scanned.project.id);
    expect((await give(member, colleague, chase)).status).toBe(404);
  });
});

describe('not useful, by three people', () => {
  it('mutes the rule for the task for 30 days', async () => {
    const { owner, member, admin, viewer } = scanned.company;
    const { colleague, chase } = await withActions({ chase: { repeatHours: 0 } });
    const mutes = async () => (await viewer.api.get(`/tasks/${chase.taskId}`)).body.mutes;
    await give(member, colleague, chase, { useful: false });
    await give(member, colleague, chase, { useful: false });
    await give(admin, colleague, chase, { useful: false });
    expect(await mutes()).toEqual([]);
    await give(owner, colleague, chase, { useful: false });
    const [muted] = await mutes();
    expect(await mutes()).toEqual([
      {
        id: expect.any(String),
        until: expect.any(String),
        colleagueId: colleague.id,
        rule: 'task.overdue',
        note: null,
        by: null,
        createdAt: expect.any(String),
      },
    ]);
    expect(Math.abs(Date.parse(muted.until) - Date.now() - 30 * DAY)).toBeLessThan(HOUR);
    const [told] = (await viewer.api.get(`/tasks/${chase.taskId}/activity`)).body;
    const actor = { type: 'colleague', id: colleague.id, name: colleague.name };
    expect(told).toMatchObject({ event: 'task.muted', actor });
    const heldAt = async (moment: number, rule: string) => {
      const { scanId } = await atMoment(moment, () => scan(member, colleague));
      return (await actionsOf(owner, colleague, rule)).find((action) => action.scanId === scanId)?.held;
    };
    expect(await heldAt(MOMENT + HOUR, 'task.overdue')).toBe('muted');
    const over = 'UPDATE task_mutes SET until = $2 WHERE task_id = $1';
    await scanned.service.database.rows(over, [chase.taskId, iso(MOMENT + HOUR)]);
    expect(await heldAt(MOMENT + HOUR, 'task.overdue')).toBeNull();
    // No person has muted the colleague: only all of it at once can be taken back.
    const path = `/tasks/${chase.taskId}/mute`;
    expect((await member.api.delete(`${path}?colleagueId=${colleague.id}`)).status).toBe(404);
    expect([(await member.api.delete(path)).status, await mutes()]).toEqual([204, []]);
  });
});

describe('GET /virtual-colleagues/{id}/stats', () => {
  it('counts who answered within 48 hours, and how their promises ended', async () => {
    const { owner, member } = scanned.company;
    const now = Date.now();
    const late = { dueDate: iso(now - 9 * DAY), assigneeId: member.id };
    const tasks = [];
    for (let count = 0; count < 6; count += 1) tasks.push(await task(late));
    const [kept, broken, muted, done, blocked] = tasks;
    const colleague = await createColleague(owner, { projectIds: [scanned.project.id] });
    await atMoment(now - 47 * HOUR, () => scan(member, colleague));
    const until = iso(now + DAY).slice(0, 10);
    for (const one of [kept, broken]) await makePromise(member, one!, { until });
    await member.api.put(`/tasks/${muted!.id}/mute`, {});
    for (const one of [done, kept]) await member.api.put(`/tasks/${one!.id}`, { status: 'Done' });
    await member.api.post(`/tasks/${blocked!.id}/blockers`, { taskId: (await task()).id });
    await atMoment(Date.parse(until) + 2 * DAY, () => scanned.service.app.get(DuePromisesTask).run());
    const [stats] = await statsOf(colleague);
    expect(stats).toMatchObject({ rule: 'task.overdue', said: 6, answered: 5, promises: { kept: 1, broken: 1 } });
    await scanned.service.database.rows(
      `UPDATE virtual_colleague_activity SET created_at = ${earlier('created_at', '2 hours')} WHERE colleague_id = $1`,
      [colleague.id],
    );
    expect((await statsOf(colleague))[0]).toMatchObject({ answered: 0, promises: { kept: 0, broken: 0 } });
  });

  it('says what has come of each rule, the most said first', async () => {
    const { owner, member } = scanned.company;
    const now = Date.now();
    const [first, second] = [
      await task({ dueDate: iso(now - 3 * DAY), assigneeId: member.id }),
      await task({ dueDate: iso(now - 4 * DAY), assigneeId: member.id }),
    ];
    await task({ dueDate: iso(now - 5 * DAY) });
    const colleague = await createColleague(owner, { projectIds: [scanned.project.id] });
    await atMoment(now - 3 * HOUR, () => scan(member, colleague));
    await member.api.put(`/tasks/${first.id}`, { title: 'Changed' });
    await member.api.post(`/tasks/${second.id}/comments`, { body: 'On it' });
    const chase = (await actionsOf(owner, colleague, 'task.overdue'))[0]!;
    await give(member, colleague, chase, { useful: false });
    expect(await statsOf(colleague)).toEqual([
      {
        rule: 'task.overdue',
        said: 3,
        sent: 0,
        held: 0,
        actedOn: 2,
        actedWithinHours: 3,
        answered: 0,
        promises: { kept: 0, broken: 0 },
        useful: 0,
        notUseful: 1,
      },
      {
        rule: 'digest',
        said: 1,
        sent: 0,
        held: 0,
        actedOn: null,
        actedWithinHours: null,
        answered: null,
        promises: null,
        useful: 0,
        notUseful: 0,
      },
    ]);
  });

  it('looks back for some days', async () => {
    const { owner, member, viewer } = scanned.company;
    const colleague = await createColleague(owner, { projectIds: [scanned.project.id] });
    await atMoment(Date.now() - 2 * DAY, () => scan(member, colleague));
    expect([(await statsOf(colleague, '?days=1')).length, (await statsOf(colleague, '?days=3')).length]).toEqual([
      0, 1,
    ]);
    for (const days of ['0', '366', 'x']) {
      expect((await viewer.api.get(`/virtual-colleagues/${colleague.id}/stats?days=${days}`)).status).toBe(400);
    }
    expect((await viewer.api.get(`/virtual-colleagues/${UNKNOWN_ID}/stats`)).status).toBe(404);
  });
});
