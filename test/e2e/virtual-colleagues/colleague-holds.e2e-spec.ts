import { actionsOf, createColleague, historyOf, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createUser, type TestUser } from '../../factories/company.factory.js';
import { giveToTeam } from '../../factories/project.factory.js';
import type { TestTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';

const scanned = new ScannedProject();
const { task } = scanned;

const late = (input: object = {}) => task({ dueDate: iso(MOMENT - 3 * DAY), ...input });

const colleagueOf = (input: object = {}) =>
  createColleague(scanned.company.owner, {
    projectIds: [scanned.project.id],
    settings: { chase: { activeHours: 0 } },
    ...input,
  });

/** The actions of a scan at a moment, without its digest, as `[taskId, held]`. */
async function saidAt(moment: number, colleague: TestColleague) {
  const { owner, member } = scanned.company;
  const { scanId } = await atMoment(moment, () => scan(member, colleague));
  const actions = (await actionsOf(owner, colleague)).filter((action) => action.scanId === scanId);
  return actions.filter(({ rule }) => rule !== 'digest').map(({ taskId, held }) => [taskId, held]);
}

const heldBy = async (colleague: TestColleague) =>
  (await historyOf<{ held: object }>(scanned.company.owner, colleague))[0]!.held;

const none = { repeat: 0, muted: 0, promised: 0, active: 0, said: 0, away: 0, budget: 0 };

const mute = (user: TestUser, { id }: { id: string }, input: object = {}) => user.api.put(`/tasks/${id}/mute`, input);
const unmute = (user: TestUser, { id }: { id: string }, query = '') => user.api.delete(`/tasks/${id}/mute${query}`);
const mutesOf = async ({ id }: { id: string }) => (await scanned.company.viewer.api.get(`/tasks/${id}`)).body.mutes;
const eventsOf = async ({ id }: { id: string }) => {
  const { body } = await scanned.company.viewer.api.get(`/tasks/${id}/activity`);
  return body.map(({ event, actor, changes }: Record<string, unknown>) => ({ event, actor, changes }));
};

describe('PUT /tasks/{id}/mute', () => {
  it('keeps all colleagues from speaking of the task until its status changes', async () => {
    const { member, owner } = scanned.company;
    const [one, other] = [await late(), await late()];
    const { status, body } = await mute(member, one, { note: 'Waits for the fair' });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        until: null,
        colleagueId: null,
        rule: null,
        note: 'Waits for the fair',
        by: { id: member.id, name: 'Max Member' },
        createdAt: expect.any(String),
      },
    ]);
    expect(await mutesOf(one)).toEqual([body]);
    const colleague = await colleagueOf();
    expect(new Set(await saidAt(MOMENT, colleague))).toEqual(
      new Set([
        [one.id, 'muted'],
        [other.id, null],
      ]),
    );
    expect(await heldBy(colleague)).toEqual({ ...none, muted: 1 });
    const [held] = (await actionsOf(owner, colleague)).filter(({ taskId }) => taskId === one.id);
    expect(held).toMatchObject({ status: 'held', held: 'muted', rule: 'task.overdue' });
    await owner.api.put(`/tasks/${one.id}`, { title: 'Still' });
    expect(await mutesOf(one)).toHaveLength(1);
    await owner.api.put(`/tasks/${one.id}`, { status: 'In Progress' });
    expect(await mutesOf(one)).toEqual([]);
    expect(await saidAt(MOMENT + HOUR, colleague)).toEqual([[one.id, null]]);
  });

  it('is counted at each run, with one entry a day', async () => {
    const { member, owner } = scanned.company;
    await mute(member, await late({ dueDate: iso(MOMENT - 30 * DAY) }));
    const colleague = await colleagueOf();
    const day = Math.floor(Date.now() / DAY) * DAY - 2 * DAY;
    for (const moment of [day, day + HOUR, day + DAY]) {
      await saidAt(moment, colleague);
      expect(await heldBy(colleague)).toEqual({ ...none, muted: 1 });
    }
    const held = (await actionsOf(owner, colleague)).filter((action) => action.status === 'held');
    expect(held).toHaveLength(2);
    const { body: stats } = await owner.api.get(`/virtual-colleagues/${colleague.id}/stats?days=365`);
    expect(stats.map(({ rule }: { rule: string }) => rule)).toEqual(['digest']);
  });

  it('is of one colleague, or until a moment, and replaces what was said of the same', async () => {
    const { member, admin, owner } = scanned.company;
    const one = await late();
    const [quiet, loud] = [await colleagueOf(), await colleagueOf()];
    const until = iso(MOMENT + 2 * HOUR);
    await mute(member, one, { colleagueId: quiet.id });
    const { body } = await mute(admin, one, { colleagueId: quiet.id, until });
    expect(await mutesOf(one)).toEqual([body]);
    expect(body).toMatchObject({ until, colleagueId: quiet.id, by: { id: admin.id } });
    expect([await saidAt(MOMENT, quiet), await saidAt(MOMENT, loud)]).toEqual([[[one.id, 'muted']], [[one.id, null]]]);
    await owner.api.put(`/tasks/${one.id}`, { status: 'In Progress' });
    expect(await mutesOf(one)).toEqual([body]);
    expect(await saidAt(MOMENT + 2 * HOUR, quiet)).toEqual([[one.id, null]]);
    const { body: again } = await mute(owner, one, { colleagueId: quiet.id, until });
    expect(again).toEqual(body);
  });

  it('is told by the history alone, and taken back one by one or all at once', async () => {
    const { member, owner } = scanned.company;
    const one = await late();
    const { id: colleagueId } = await colleagueOf();
    await mute(member, one, { colleagueId });
    await mute(member, one, { note: 'Later' });
    const muted = await eventsOf(one);
    expect(muted.slice(0, 2)).toEqual([
      {
        event: 'task.muted',
        actor: { id: member.id, name: 'Max Member' },
        changes: { note: { from: null, to: 'Later' } },
      },
      expect.objectContaining({ event: 'task.muted', changes: { colleagueId: { from: null, to: colleagueId } } }),
    ]);
    expect((await owner.api.get(`/tasks/${one.id}`)).body.updatedAt).toBe(one.updatedAt);
    expect((await unmute(owner, one, `?colleagueId=${colleagueId}`)).status).toBe(204);
    expect((await unmute(owner, one, `?colleagueId=${colleagueId}`)).status).toBe(404);
    expect(await mutesOf(one)).toMatchObject([{ note: 'Later' }]);
    expect((await unmute(owner, one)).status).toBe(204);
    expect(refusalOf(await unmute(owner, one))).toEqual([404, 'NOT_FOUND', 'Mute not found']);
    expect((await eventsOf(one))[0]).toEqual({
      event: 'task.unmuted',
      actor: { id: owner.id, name: 'Olga Owner' },
      changes: { note: { from: 'Later', to: null } },
    });
  });

  it('is for members who reach the task, of a project that is not archived', async () => {
    const { member, viewer, owner, admin } = scanned.company;
    const one = await late();
    expect([result(await mute(viewer, one)), result(await unmute(viewer, one))]).toEqual([FORBIDDEN, FORBIDDEN]);
    const past = await mute(member, one, { until: iso(Date.now() - 1) });
    expect(refusalOf(past)).toEqual([400, 'VALIDATION_ERROR', { until: 'Must not be in the past' }]);
    expect((await mute(member, one, { note: 'x'.repeat(501) })).status).toBe(400);
    expect((await unmute(member, one, '?colleagueId=x')).status).toBe(400);
    expect(result(await mute(member, one, { colleagueId: UNKNOWN_ID }))).toEqual([
      404,
      { error: 'Virtual colleague not found' },
    ]);
    expect((await mute(member, { id: UNKNOWN_ID })).status).toBe(404);
    await mute(member, one);
    await owner.api.post(`/projects/${scanned.project.id}/archive`);
    expect([(await mute(member, one)).status, (await unmute(member, one)).status]).toEqual([409, 409]);
    await owner.api.post(`/projects/${scanned.project.id}/unarchive`);
    await giveToTeam(scanned.service.database, scanned.project.id);
    expect([(await mute(member, one)).status, (await unmute(member, one)).status]).toEqual([404, 404]);
    expect((await unmute(admin, one)).status).toBe(204);
  });

  it('leaves what is no matter of a task, and the digest, as it is', async () => {
    const one = await late();
    await mute(scanned.company.member, one);
    const digest = (await scanned.saidBy('scrum_master', 'digest'))[0]!;
    expect(digest).toMatchObject({ held: null, message: expect.stringMatching(/^Standup, /) });
  });
});

describe('people', () => {
  const away = (user: TestUser, from: number, until: number) => {
    const day = (moment: number) => iso(moment).slice(0, 10);
    return user.api.put('/me', { away: { from: day(from), until: day(until) } });
  };

  it('who are away are not chased or reminded; escalations and reports say so', async () => {
    const { owner } = scanned.company;
    const mia = await createUser(owner, 'MEMBER', 'Mia Chen');
    const lea = await createUser(owner, 'MEMBER', 'Lea Lead');
    await owner.api.put(`/projects/${scanned.project.id}/members/${lea.id}`, { role: 'lead' });
    const one = await late({ assigneeId: mia.id, estimatedHours: 50 });
    const until = new Date(MOMENT + DAY);
    await away(mia, MOMENT, MOMENT + DAY);
    const month = until.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
    const absence = `(away until ${until.getUTCDate()} ${month} ${until.getUTCFullYear()})`;
    const escalation = { afterChases: 0, enabled: true };
    const rules = { 'task.escalated': true, 'user.overloaded': true };
    const chaser = await colleagueOf({ settings: { escalation, rules, reporting: { overloadHours: 1 } } });
    const actionsAt = async (moment: number) => {
      await saidAt(moment, chaser);
      return new Map((await actionsOf(owner, chaser)).reverse().map((action) => [action.rule, action]));
    };
    const actions = await actionsAt(MOMENT);
    expect(actions.get('task.overdue')).toMatchObject({ held: 'away', taskId: one.id, userId: mia.id });
    expect(actions.get('task.escalated')).toMatchObject({ held: null });
    expect(actions.get('task.escalated')!.message).toContain(`Mia Chen ${absence} has written nothing`);
    expect(actions.get('user.overloaded')!.message).toContain(`Mia Chen ${absence} has 50 h`);
    expect(await heldBy(chaser)).toEqual({ ...none, away: 1 });
    await mia.api.put('/me', { away: null });
    expect((await actionsAt(MOMENT + HOUR)).get('task.overdue')).toMatchObject({ held: null });
  });

  it('who are away are named in rules of one’s own, whatever their message', async () => {
    const { owner } = scanned.company;
    const mia = await createUser(owner, 'MEMBER', 'Mia Chen');
    await task({ priority: 'Urgent', assigneeId: mia.id });
    await away(mia, MOMENT - DAY, MOMENT + DAY);
    const rule = { filter: 'priority = Urgent', to: 'assignee' };
    const rules = [
      { ...rule, name: 'Remind', type: 'reminder' },
      { ...rule, name: 'Named', type: 'report', to: 'owner', message: '{{assignee.name}} has it' },
      { ...rule, name: 'Unnamed', type: 'report' },
    ];
    const colleague = await colleagueOf({ role: 'member', rules, settings: { escalation: { enabled: true } } });
    await saidAt(MOMENT, colleague);
    const told = Object.fromEntries((await actionsOf(owner, colleague)).map((action) => [action.rule, action]));
    expect(told['custom:Remind']).toMatchObject({ held: 'away' });
    expect(told['custom:Named']!.message).toMatch(/^Mia Chen \(away until \d+ \w+ \d{4}\) has it$/);
    expect(told['custom:Unnamed']!.message).toMatch(/ For Mia Chen \(away until \d+ \w+ \d{4}\)\.$/);
  });

  it('who muted the colleague hear nothing of it', async () => {
    const { owner, member } = scanned.company;
    const mia = await createUser(owner, 'MEMBER', 'Mia Chen');
    const [hers, his] = [await late({ assigneeId: mia.id }), await late({ assigneeId: member.id })];
    const [muted, other] = [await colleagueOf(), await colleagueOf()];
    await mia.api.put('/me/notifications', { mutedColleagueIds: [muted.id] });
    const of = async (colleague: TestColleague) => new Map((await saidAt(MOMENT, colleague)) as [string, string][]);
    expect(await of(muted)).toEqual(
      new Map<string, string | null>([
        [hers.id, 'muted'],
        [his.id, null],
      ]),
    );
    expect((await of(other)).get(hers.id)).toBeNull();
  });
});

describe('limits', () => {
  const limited = (limits: object, input: object = {}) => {
    const rules = { digest: true, 'task.due_soon': false, 'task.blocked': false };
    return colleagueOf({ settings: { limits, rules }, ...input });
  };
  const overdue = (days: number, input: object = {}) =>
    task({ dueDate: iso(MOMENT - days * DAY), assigneeId: scanned.company.member.id, ...input });
  const saidOf = async (moment: number, colleague: TestColleague) =>
    (await saidAt(moment, colleague)).filter(([, held]) => held === null).map(([id]) => id);
  const idsOf = (tasks: TestTask[]) => tasks.map(({ id }) => id);

  it('hold the least urgent of a run, and never the digest', async () => {
    const tasks = [
      await overdue(2, { priority: 'Low' }),
      await overdue(2, { priority: 'High' }),
      await overdue(9, { priority: 'Low' }),
      await overdue(2, { priority: 'High' }),
    ];
    const colleague = await limited({ perRun: 2 });
    const answer = await atMoment(MOMENT, () => scan(scanned.company.member, colleague));
    expect(answer.actionsGenerated).toBe(3);
    const actions = await actionsOf(scanned.company.owner, colleague);
    const said = actions.filter(({ held, rule }) => held === null && rule !== 'digest');
    expect(new Set(said.map(({ taskId }) => taskId))).toEqual(new Set(idsOf([tasks[2]!, tasks[1]!])));
    const [run] = await historyOf<{ byRule: object; held: object }>(scanned.company.owner, colleague);
    expect([run!.byRule, run!.held]).toEqual([
      { 'task.overdue': 2, digest: 1 },
      { ...none, budget: 2 },
    ]);
    // What was held is not said: it is the turn of the others.
    expect(new Set(await saidOf(MOMENT + HOUR, colleague))).toEqual(new Set(idsOf([tasks[0]!, tasks[3]!])));
  });

  it('are of a day in the zone of the schedule, over all runs', async () => {
    for (const days of [4, 5, 6, 7]) await overdue(days);
    // A day of Kiritimati begins at 10:00 UTC.
    const midnight = Math.floor(Date.now() / DAY) * DAY - DAY + 10 * HOUR;
    const colleague = await limited({ perDay: 3 }, { schedule: { timezone: 'Pacific/Kiritimati' } });
    const counts = [];
    for (const moment of [midnight - 2 * HOUR, midnight - 1, midnight]) {
      counts.push((await saidOf(moment, colleague)).length);
    }
    expect(counts).toEqual([3, 0, 1]);
  });

  it('are of each person, and not of nobody', async () => {
    const { owner } = scanned.company;
    const [his, hers] = [[await overdue(2), await overdue(4)], [await overdue(3, { assigneeId: owner.id })]];
    const urgent = [await task({ priority: 'Urgent' }), await task({ priority: 'Urgent' })];
    const limits = { perPersonPerDay: 1 };
    const rules = { 'task.unassigned': true };
    const colleague = await colleagueOf({ settings: { limits, rules, chase: { activeHours: 0 } } });
    expect(new Set(await saidOf(MOMENT, colleague))).toEqual(new Set(idsOf([his[1]!, ...hers, ...urgent])));
    expect(await saidOf(MOMENT + 1, colleague)).toEqual([]);
  });

  it('of 0 say nothing but the digest, and are in previews', async () => {
    await overdue(2);
    const colleague = await limited({ perRun: 0 });
    const path = `/virtual-colleagues/${colleague.id}/preview`;
    const preview = (input: object = {}) =>
      atMoment(MOMENT, async () => (await scanned.company.member.api.post(path, input)).body);
    expect(await preview()).toMatchObject({
      actions: [
        { rule: 'task.overdue', held: 'budget' },
        { rule: 'digest', held: null },
      ],
      byRule: { digest: 1 },
    });
    expect((await preview({ settings: { limits: { perRun: 1 } } })).byRule).toEqual({ 'task.overdue': 1, digest: 1 });
  });
});
