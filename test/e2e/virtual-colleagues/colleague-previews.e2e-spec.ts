import fc from 'fast-check';
import { HELD_REASONS } from '#schema/voice.js';
import { ActionFinder } from '#modules/virtual-colleagues/scans/action-finder.js';
import { actionsOf, createColleague, historyOf, scan, type TestAction } from '../../factories/colleague.factory.js';
import type { TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { atMoment, DAY, HOUR, iso } from '../../support/clock.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';

interface TestPreview {
  tasksScanned: number;
  actions: (Pick<TestAction, 'type' | 'rule' | 'taskId' | 'userId' | 'message' | 'why' | 'held'> & {
    tid: string | null;
  })[];
  byRule: Record<string, number>;
  durationMs: number;
}

const scanned = new ScannedProject();
const { task } = scanned;

const RULE = { name: 'Urgent', filter: 'priority = Urgent', type: 'report', to: 'nobody' };

const colleagueOf = (input: object = {}) =>
  createColleague(scanned.company.owner, { projectIds: [scanned.project.id], ...input });

const post = (user: TestUser, id: string, input: object = {}) =>
  user.api.post<TestPreview>(`/virtual-colleagues/${id}/preview`, input);

async function preview(user: TestUser, { id }: { id: string }, input: object = {}): Promise<TestPreview> {
  const { status, body } = await post(user, id, input);
  if (status !== 200) throw new Error(`preview: ${status} ${JSON.stringify(body)}`);
  return body;
}

const shownOf = ({
  type,
  rule,
  taskId,
  userId,
  message,
  why,
}: Omit<TestPreview['actions'][number], 'tid' | 'held'>) => {
  return { type, rule, taskId, userId, message, why };
};

describe('POST /virtual-colleagues/{id}/preview', () => {
  it('says what a scan would, with the reasons, and does nothing of it', async () => {
    const { member, owner } = scanned.company;
    const late = await task({ dueDate: iso(MOMENT - 3 * DAY), assigneeId: member.id });
    const colleague = await colleagueOf({ rules: [RULE] });
    const shown = await atMoment(MOMENT, () => preview(member, colleague));
    expect(shown).toEqual({
      tasksScanned: 1,
      actions: [
        {
          type: 'chase',
          rule: 'task.overdue',
          taskId: late.id,
          tid: late.tid,
          userId: member.id,
          held: null,
          message: expect.stringMatching(
            /^P\d+-\d+ "Task" has been overdue since \w+day\. When do you think it will be ready\?$/,
          ),
          why: {
            due: iso(MOMENT - 3 * DAY),
            overdueHours: 72,
            unchangedHours: expect.any(Number),
            chasedBefore: 0,
            threshold: { name: 'chase.afterHours', value: 24 },
          },
        },
        expect.objectContaining({ type: 'report', rule: 'digest', taskId: null, tid: null, why: {}, held: null }),
      ],
      byRule: { 'task.overdue': 1, digest: 1 },
      durationMs: expect.any(Number),
    });
    expect([await historyOf(owner, colleague), await actionsOf(owner, colleague)]).toEqual([[], []]);
  });

  it('shows what is held back as repeated, and does not count it', async () => {
    const { member } = scanned.company;
    await task({ dueDate: iso(MOMENT - 3 * DAY) });
    const colleague = await colleagueOf();
    await atMoment(MOMENT, () => scan(member, colleague));
    const { actions, byRule } = await atMoment(MOMENT + HOUR, () => preview(member, colleague));
    expect(actions.map(({ rule, held }) => [rule, held])).toEqual([
      ['task.overdue', 'repeat'],
      ['digest', null],
    ]);
    expect(byRule).toEqual({ digest: 1 });
  });

  it('tries other settings, rules, projects and roles, also of a disabled colleague', async () => {
    const { member, owner } = scanned.company;
    await task({ priority: 'Urgent', dueDate: iso(MOMENT - 3 * DAY) });
    const other = await createProject(owner);
    await createTask(owner, other.id, { priority: 'Urgent' });
    const colleague = await colleagueOf({ active: false });
    const rulesOf = async (input: object) => (await atMoment(MOMENT, () => preview(member, colleague, input))).byRule;
    expect(await rulesOf({})).toEqual({ 'task.overdue': 1, digest: 1 });
    expect(await rulesOf({ settings: { chase: { afterHours: 73 } } })).toEqual({ digest: 1 });
    expect(await rulesOf({ settings: { rules: { digest: false } }, rules: [RULE] })).toEqual({
      'task.overdue': 1,
      'custom:Urgent': 1,
    });
    expect(await rulesOf({ role: 'product_owner' })).toEqual({ 'task.unassigned': 1, digest: 1 });
    expect(await rulesOf({ projectIds: [other.id], rules: [RULE] })).toEqual({ 'custom:Urgent': 1, digest: 1 });
  });

  it('as a customer watches only the projects that are named', async () => {
    const { owner } = scanned.company;
    const { id } = await owner.api
      .post<{ id: string }>('/epics', { projectId: scanned.project.id, name: 'Late', dueDate: iso(MOMENT - DAY) })
      .then(({ body }) => body);
    await task({ epicId: id });
    const colleague = await colleagueOf();
    const rules = async (projectIds: string[]) =>
      (await preview(owner, colleague, { role: 'customer', projectIds })).actions.map(({ rule }) => rule);
    expect(await rules([scanned.project.id])).toEqual(['epic.at_risk', 'digest']);
    expect(await rules([])).toEqual([]);
  });

  it('sees only what the caller reaches', async () => {
    const { member, admin } = scanned.company;
    await task({ priority: 'Urgent', dueDate: iso(MOMENT - 3 * DAY) });
    const colleague = await colleagueOf({ rules: [RULE] });
    await giveToTeam(scanned.service.database, scanned.project.id);
    expect(await atMoment(MOMENT, () => preview(member, colleague))).toMatchObject({
      tasksScanned: 0,
      byRule: { digest: 1 },
    });
    expect((await atMoment(MOMENT, () => preview(admin, colleague))).tasksScanned).toBe(1);
    const refused = await post(member, colleague.id, { projectIds: [scanned.project.id] });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([404, expect.stringContaining('Project not found')]);
  });

  it('is for members, of a colleague that exists, with a valid body', async () => {
    const { member, viewer } = scanned.company;
    const { id } = await colleagueOf();
    expect(result(await post(viewer, id))).toEqual(FORBIDDEN);
    expect(result(await post(member, UNKNOWN_ID))).toEqual([404, { error: 'Virtual colleague not found' }]);
    expect(refusalOf(await post(member, id, { role: 'boss' }))[2]).toHaveProperty('role');
    const rules = [{ ...RULE, filter: 'x = 1' }];
    expect(refusalOf(await post(member, id, { rules }))[2]).toHaveProperty(['rules.0.filter']);
  });

  it('is one a user at a time, and works while a scan runs', async () => {
    const { member, admin } = scanned.company;
    const colleague = await colleagueOf();
    const finder = scanned.service.app.get(ActionFinder);
    const find = finder.findActions.bind(finder);
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const spy = jest.spyOn(finder, 'findActions').mockImplementationOnce(async (...call) => {
      begun();
      await gate;
      return find(...call);
    });
    const first = post(member, colleague.id);
    await started;
    const [second, others] = [await post(member, colleague.id), await post(admin, colleague.id)];
    goOn();
    spy.mockRestore();
    expect([second.status, others.status, (await first).status]).toEqual([409, 200, 200]);
  });

  it('says the same as a scan that follows at once (property)', async () => {
    const { member, owner } = scanned.company;
    const input = fc.record({
      tasks: fc.array(
        fc.record({
          dueDate: fc.option(fc.integer({ min: -90, max: 90 }).map((hours) => iso(MOMENT + hours * HOUR))),
          priority: fc.constantFrom('Low', 'Urgent'),
          status: fc.constantFrom('To Do', 'In Review', 'Blocked'),
          assigneeId: fc.constantFrom(null, member.id, owner.id),
          estimatedHours: fc.option(fc.integer({ min: 0, max: 99 })),
          isMuted: fc.boolean(),
        }),
        { maxLength: 5 },
      ),
      role: fc.constantFrom('scrum_master', 'project_lead', 'manager', 'member', 'myself', 'customer', 'agent'),
      to: fc.constantFrom('assignee', 'creator', 'leads', 'watchers', 'nobody'),
      type: fc.constantFrom('chase', 'reminder', 'escalation', 'report'),
      tone: fc.constantFrom('neutral', 'friendly', 'formal', 'direct'),
      isAway: fc.boolean(),
      limits: fc.record({
        perRun: fc.option(fc.integer({ min: 0, max: 4 })),
        perDay: fc.option(fc.integer({ min: 0, max: 6 })),
        perPersonPerDay: fc.option(fc.integer({ min: 0, max: 2 })),
      }),
    });
    const property = async ({
      tasks,
      role,
      to,
      type,
      tone,
      isAway,
      limits,
    }: typeof input extends fc.Arbitrary<infer T> ? T : never) => {
      for (const { isMuted, ...one } of tasks) {
        const { id } = await task(one);
        if (isMuted) await member.api.put(`/tasks/${id}/mute`, {});
      }
      const away = { from: iso(MOMENT - DAY).slice(0, 10), until: iso(MOMENT + DAY).slice(0, 10) };
      await member.api.put('/me', { away: isAway ? away : null });
      const parts = { chase: { enabled: true }, reminder: { enabled: true }, escalation: { blockedHours: 0 } };
      const settings = { tone, limits, ...parts };
      const colleague = await colleagueOf({ role, settings, rules: [{ ...RULE, to, type }] });
      for (const hours of [0, 2]) {
        const { actions, byRule } = await atMoment(MOMENT + hours * HOUR, async () => {
          const told = await preview(owner, colleague);
          await scan(member, colleague);
          return told;
        });
        const [run] = await historyOf<{ scanId: string; byRule: object; held: object }>(owner, colleague);
        const said = (await actionsOf(owner, colleague)).filter(({ scanId }) => scanId === run!.scanId);
        const isSaid = ({ held }: { held: string | null }) => held === null;
        expect(said.filter(isSaid).map(shownOf)).toEqual(actions.filter(isSaid).map(shownOf));
        const count = (reason: string) => actions.filter(({ held }) => held === reason).length;
        const held = Object.fromEntries(HELD_REASONS.map((reason) => [reason, count(reason)]));
        expect([run!.byRule, run!.held]).toEqual([byRule, held]);
      }
    };
    await fc.assert(fc.asyncProperty(input, property), { numRuns: 8 });
  });
});

describe('POST /virtual-colleagues/preview', () => {
  it('says what a colleague would that is not made, and reads no notifications', async () => {
    const { member } = scanned.company;
    await task({ dueDate: iso(MOMENT - 3 * DAY) });
    const input = {
      name: 'Steve',
      role: 'scrum_master',
      projectIds: [scanned.project.id],
      notifications: { chat: 'no' },
    };
    const { status, body } = await atMoment(MOMENT, () =>
      member.api.post<TestPreview>('/virtual-colleagues/preview', input),
    );
    expect([status, body.byRule]).toEqual([200, { 'task.overdue': 1, digest: 1 }]);
    expect(result(await scanned.company.viewer.api.post('/virtual-colleagues/preview', input))).toEqual(FORBIDDEN);
    const nameless = await member.api.post('/virtual-colleagues/preview', { role: 'member' });
    expect(refusalOf(nameless)).toEqual([400, 'VALIDATION_ERROR', { name: 'Required' }]);
  });
});
