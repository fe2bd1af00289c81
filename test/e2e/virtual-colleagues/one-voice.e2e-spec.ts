import {
  actionsOf,
  createColleague,
  historyOf,
  scan,
  type TestAction,
  type TestColleague,
} from '../../factories/colleague.factory.js';
import { createUser } from '../../factories/company.factory.js';
import { createSprint } from '../../factories/planning.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { Chat } from '../../support/chat.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';
import { startTestService } from '../../support/test-service.js';

const scanned = new ScannedProject();
const { task } = scanned;

const inbox = { notifications: { inbox: true } };
const peaceful = { chase: { activeHours: 0 } };

const late = (input: object = {}) =>
  task({ dueDate: iso(MOMENT - 3 * DAY), assigneeId: scanned.company.member.id, ...input });

const colleagueOf = (input: object = {}) =>
  createColleague(scanned.company.owner, { projectIds: [scanned.project.id], settings: peaceful, ...inbox, ...input });

/** The actions of a scan, without its digest. */
async function saidAt(moment: number, colleague: TestColleague): Promise<TestAction[]> {
  const { owner } = scanned.company;
  const { scanId } = await atMoment(moment, () => scan(owner, colleague));
  return (await actionsOf(owner, colleague)).filter((action) => action.scanId === scanId && action.rule !== 'digest');
}

const heldAt = async (moment: number, colleague: TestColleague) =>
  (await saidAt(moment, colleague)).map(({ rule, held }) => [rule, held]);

describe('one teller', () => {
  it('tells a person of a task once a day, however many colleagues scan at once on two instances', async () => {
    const { owner } = scanned.company;
    const tasks = [await late(), await late()];
    const roles = ['scrum_master', 'project_lead', 'manager', 'member'];
    const colleagues: TestColleague[] = [];
    for (let count = 0; count < 20; count += 1) colleagues.push(await colleagueOf({ role: roles[count % 4] }));
    const other = await startTestService({}, scanned.service.database);
    await Promise.all(
      colleagues.map((colleague, index) => {
        const api = index % 2 === 0 ? owner.api : other.api.as(owner.token);
        return scan({ ...owner, api }, colleague);
      }),
    );
    await other.stop();
    const said: TestAction[] = [];
    for (const colleague of colleagues) said.push(...(await actionsOf(owner, colleague, 'task.overdue')));
    const told = said.filter(({ held }) => held === null).map(({ taskId }) => taskId);
    expect(told.sort()).toEqual(tasks.map(({ id }) => id).sort());
    expect(new Set(said.filter(({ held }) => held !== null).map(({ held }) => held))).toEqual(new Set(['said']));
  });

  it('counts what a channel took; what was logged alone is for its own colleague', async () => {
    await late();
    const [silent, loud] = [await colleagueOf({ notifications: null }), await colleagueOf()];
    expect(await heldAt(MOMENT, silent)).toEqual([['task.overdue', null]]);
    expect(await heldAt(MOMENT, loud)).toEqual([['task.overdue', null]]);
    // Of the same rule it would be told again too soon.
    expect(await heldAt(MOMENT + 1, await colleagueOf({ role: 'member' }))).toEqual([]);
  });

  it('counts a mail to a list for those on it alone', async () => {
    const { owner, member } = scanned.company;
    const one = await late();
    await colleagueOf({ notifications: { mail: { to: [owner.id] } } }).then((listed) => heldAt(MOMENT, listed));
    const rules = [
      { name: 'Both', filter: 'not done', type: 'reminder', to: `user:${owner.id}` },
      { name: 'His', filter: 'not done', type: 'reminder', to: `user:${member.id}` },
    ];
    const other = await colleagueOf({
      role: 'member',
      rules,
      settings: { ...peaceful, rules: { 'task.overdue': false } },
    });
    const said = await saidAt(MOMENT + 1, other);
    expect(said.map(({ taskId, rule, held }) => [taskId, rule, held])).toEqual([
      [one.id, 'custom:Both', 'said'],
      [one.id, 'custom:His', null],
    ]);
  });

  it('counts a mail to a list once to the limit of a day', async () => {
    const { owner, admin } = scanned.company;
    await late();
    const limited = await colleagueOf({
      notifications: { mail: { to: [owner.id, admin.id] } },
      settings: { ...peaceful, limits: { perDay: 2 } },
    });
    expect(await heldAt(MOMENT, limited)).toEqual([['task.overdue', null]]);
    await late();
    expect(await heldAt(MOMENT + 1, limited)).toEqual([['task.overdue', null]]);
    await late();
    expect(await heldAt(MOMENT + 2, limited)).toEqual([['task.overdue', 'budget']]);
  });

  it('begins anew with the day of the person, and holds an escalation on one day only', async () => {
    const { owner, member } = scanned.company;
    await member.api.put('/me', { timezone: 'Pacific/Kiritimati' });
    await task({ assigneeId: member.id, status: 'Blocked', dueDate: iso(MOMENT - 3 * DAY) });
    await scanned.service.database.rows(`UPDATE tasks SET updated_at = $2 WHERE project_id = $1`, [
      scanned.project.id,
      iso(MOMENT - 5 * DAY),
    ]);
    const colleague = await colleagueOf();
    // The day begins at 10:00 UTC there.
    const evening = (Math.floor(MOMENT / DAY) - 1) * DAY + 9 * HOUR;
    expect(await heldAt(evening, colleague)).toEqual([
      ['task.blocked', 'said'],
      ['task.overdue', null],
    ]);
    expect(await heldAt(evening + 2 * HOUR, colleague)).toEqual([['task.blocked', null]]);
    await owner.api.put(`/users/${member.id}`, { active: true });
  });

  it('says an escalation that has waited once, though several colleagues scan at once', async () => {
    const { owner } = scanned.company;
    const stuck: TestTask[] = [];
    for (let count = 0; count < 5; count += 1) stuck.push(await late({ status: 'Blocked' }));
    for (const one of stuck) await scanned.unchangedSince(one, MOMENT - 5 * DAY);
    const chaser = await colleagueOf({ role: 'member' });
    const settings = { ...peaceful, rules: { 'task.overdue': false } };
    const escalating: TestColleague[] = [];
    for (let count = 0; count < 4; count += 1) escalating.push(await colleagueOf({ settings }));
    await saidAt(MOMENT - DAY, chaser);
    for (const colleague of escalating) {
      expect(new Set((await heldAt(MOMENT - DAY, colleague)).flat())).toEqual(new Set(['task.blocked', 'said']));
    }
    const scans = await atMoment(MOMENT, () => Promise.all(escalating.map((colleague) => scan(owner, colleague))));
    expect(scans.reduce((sum, { sent }) => sum + sent, 0)).toBe(stuck.length);
  });

  it('counts what all have told a person to the limit of chases', async () => {
    await late();
    await late();
    expect(await heldAt(MOMENT, await colleagueOf({ settings: { ...peaceful, limits: { perRun: 1 } } }))).toEqual(
      expect.arrayContaining([
        ['task.overdue', null],
        ['task.overdue', 'budget'],
      ]),
    );
    const limited = await colleagueOf({ settings: { ...peaceful, limits: { perPersonPerDay: 1 } } });
    expect(await heldAt(MOMENT + 1, limited)).toEqual([['task.overdue', 'budget']]);
  });
});

describe('a message', () => {
  it('stands under the name of whom it is for, with links and one to answer', async () => {
    const { owner } = scanned.company;
    const other = await startTestService({ linkUrl: 'https://x.test' }, scanned.service.database);
    const chat = await Chat.start();
    const one = await late({ title: 'Copy WEB-1 [x](https://evil.test)' });
    const urgent = await task({ priority: 'Urgent' });
    const colleague = await colleagueOf({ name: 'Eve', role: 'project_lead', notifications: chat.notifications });
    await scan({ ...owner, api: other.api.as(owner.token) }, colleague);
    const lines = chat.posts[0]!.text.split('\n').filter((line) => !line.startsWith('–'));
    const link = (tid: string) => `${tid} (https://x.test/tasks/${tid})`;
    const { key } = scanned.project;
    const filter = encodeURIComponent(
      'assignee is empty and (priority in (High, Urgent) or sprint = active) and not done',
    );
    expect(lines).toEqual([
      '*Eve*',
      expect.stringMatching(/^• Delivery, \w+ \(since /),
      'Max Member:',
      expect.stringMatching(
        /^• .* Name the day on which it is done\. Answer \(https:\/\/x\.test\/tasks\/.*\?answer\)$/,
      ),
      `• 1 pressing task has no assignee, 1 of them new: ${link(urgent.tid)} (all: ${key} (https://x.test/projects/${key}/list?filter=${filter
        .replaceAll('(', '%28')
        .replaceAll(')', '%29')}))`,
    ]);
    expect(lines[3]).toContain(`${link(one.tid)} "Copy WEB-1 ［x］(https://evil.test)"`);
    await chat.stop();
    await other.stop();
  });

  it('about who has too much links to just the tasks that it counts', async () => {
    const { owner, member } = scanned.company;
    const other = await startTestService({ linkUrl: 'https://x.test' }, scanned.service.database);
    const chat = await Chat.start();
    const [near, far] = await Promise.all(
      [3, 60].map((ahead) =>
        createSprint(owner, scanned.project.id, { name: `Ends "${ahead}"`, endDate: iso(Date.now() + ahead * DAY) }),
      ),
    );
    const work = { assigneeId: member.id, estimatedHours: 50 };
    const counted = await task({ ...work, sprintId: near!.id });
    await task({ ...work, sprintId: far!.id });
    const colleague = await colleagueOf({ role: 'manager', notifications: chat.notifications });
    await scan({ ...owner, api: other.api.as(owner.token) }, colleague);
    const line = chat.posts[0]!.text.split('\n').find((one) => one.includes('within two weeks'));
    expect(line).toContain('50 h in 1 task');
    const filter = /\/list\?filter=([^)]+)\)/.exec(line!)![1];
    const { body } = await owner.api.get(`/tasks?projectId=${scanned.project.id}&filter=${filter}`);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([counted.id]);
    await chat.stop();
    await other.stop();
  });

  it('to several people is one line', async () => {
    const { owner } = scanned.company;
    const chat = await Chat.start();
    for (const name of ['Xenia Lead', 'Lea Lead']) {
      const { id } = await createUser(owner, 'MEMBER', name);
      await owner.api.put(`/projects/${scanned.project.id}/members/${id}`, { role: 'lead' });
    }
    await late({ assigneeId: null });
    const colleague = await colleagueOf({ notifications: chat.notifications });
    expect(await atMoment(MOMENT, () => scan(owner, colleague))).toMatchObject({ actionsGenerated: 4, sent: 4 });
    const lines = chat.posts[0]!.text.split('\n').filter((line) => !line.startsWith('–'));
    expect(lines.slice(2)).toEqual(['Lea Lead, Olga Owner, Xenia Lead:', expect.stringContaining('nobody has it')]);
    await chat.stop();
  });
});

describe('a colleague of role customer', () => {
  const NEEDED = [400, 'VALIDATION_ERROR', { projectIds: 'A customer colleague needs its projects' }];

  it('needs its projects', async () => {
    const { owner } = scanned.company;
    const input = { name: 'Carla', role: 'customer' };
    expect(refusalOf(await owner.api.post('/virtual-colleagues', input))).toEqual(NEEDED);
    const { id } = await colleagueOf(input);
    const path = `/virtual-colleagues/${id}`;
    expect(refusalOf(await owner.api.put(path, { projectIds: [] }))).toEqual(NEEDED);
    const everywhere = await createColleague(owner);
    expect(refusalOf(await owner.api.put(`/virtual-colleagues/${everywhere.id}`, { role: 'customer' }))).toEqual(
      NEEDED,
    );
  });

  it('of earlier days without any watches nothing, and says so', async () => {
    const { owner } = scanned.company;
    await createTask(owner, scanned.project.id);
    const colleague = await colleagueOf({ role: 'customer' });
    const { database } = scanned.service;
    await database.rows('UPDATE virtual_colleagues SET all_projects = true WHERE id = $1', [colleague.id]);
    await database.rows('DELETE FROM virtual_colleague_projects WHERE colleague_id = $1', [colleague.id]);
    expect(await scan(owner, colleague)).toMatchObject({ tasksScanned: 0, actionsGenerated: 0 });
    const [run] = await historyOf(owner, colleague);
    expect(run).toMatchObject({ status: 'partial', error: 'A customer colleague needs its projects' });
    expect((await owner.api.put(`/virtual-colleagues/${colleague.id}`, { description: 'Still' })).status).toBe(200);
  });
});
