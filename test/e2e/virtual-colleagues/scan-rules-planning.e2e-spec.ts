import { createEpic } from '../../factories/planning.factory.js';
import { DAY, iso } from '../../support/clock.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';

const weekday = (moment: number) => new Date(moment).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
const date = (moment: number) =>
  new Date(moment).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(iso(moment).slice(0, 4) !== iso(MOMENT).slice(0, 4) && { year: 'numeric' }),
  });

const scanned = new ScannedProject();
const { task, startSprint, saidBy } = scanned;

describe('sprint.at_risk', () => {
  it('reports an active sprint past its end', async () => {
    const sprint = await startSprint({ startDate: iso(MOMENT - 9 * DAY), endDate: iso(MOMENT - 2 * DAY) });
    await task({ sprintId: sprint.id });
    const [report] = await saidBy('scrum_master', 'sprint.at_risk', { tone: 'neutral' });
    expect(report).toMatchObject({
      type: 'report',
      taskId: null,
      userId: null,
      message: `Sprint "Sprint 7" (${scanned.project.key}) ended on ${weekday(MOMENT - 2 * DAY)} with 1 open task: it can be completed, or its end moved.`,
    });
  });

  it('is silent exactly at the end', async () => {
    await startSprint({ endDate: iso(MOMENT) });
    expect(await saidBy('scrum_master', 'sprint.at_risk')).toEqual([]);
  });

  it.each([
    [12, 10, 5, false],
    [12.01, 10, 5, true],
    // The line begins when the sprint was to start, though it did later.
    [9.5, 8, 7.5, false],
    [9.7, 8, 7.5, true],
  ])('compares %d h left with %d h of the line, planned for %d days: %p', async (hoursLeft, line, ago, isAtRisk) => {
    const created = await scanned.company.owner.api.post('/sprints', {
      name: 'Sprint',
      projectId: scanned.project.id,
      startDate: iso(MOMENT - ago * DAY),
      endDate: iso(MOMENT + 5 * DAY),
    });
    const planned = await task({ sprintId: created.body.id, estimatedHours: 20 });
    await scanned.company.owner.api.post(`/sprints/${created.body.id}/start`);
    await scanned.service.database.rows('UPDATE sprints SET started_at = $2 WHERE id = $1', [
      created.body.id,
      iso(MOMENT - 5 * DAY),
    ]);
    await scanned.service.database.rows('UPDATE sprint_changes SET at = $2 WHERE sprint_id = $1', [
      created.body.id,
      iso(MOMENT - 6 * DAY),
    ]);
    await scanned.company.owner.api.put(`/tasks/${planned.id}`, { loggedHours: 20 - hoursLeft });
    const said = await saidBy('scrum_master', 'sprint.at_risk', { tone: 'direct' });
    expect(said.map(({ message }) => message)).toEqual(
      isAtRisk
        ? [
            `Sprint "Sprint" (${scanned.project.key}) has ${hoursLeft} h left where the plan leaves ${line} h. ` +
              'Its scope or its end has to give.',
          ]
        : [],
    );
  });
});

describe('epic.at_risk', () => {
  it('reports an epic with open tasks that is overdue or due within 7 days', async () => {
    const epic = async (dueDate: number, statuses: string[]) => {
      const { id } = await createEpic(scanned.company.owner, scanned.project.id, {
        name: iso(dueDate),
        dueDate: iso(dueDate),
      });
      for (const status of statuses) await task({ epicId: id, status });
    };
    await epic(MOMENT + 7 * DAY, ['To Do', 'Done']);
    await epic(MOMENT + 7 * DAY + 1, ['To Do']);
    await epic(MOMENT - DAY, ['To Do']);
    await epic(MOMENT + DAY, ['Done']);
    await epic(MOMENT + DAY, []);
    const said = await saidBy('customer', 'epic.at_risk');
    expect(said.map(({ message }) => message)).toEqual([
      `Epic "${iso(MOMENT - DAY)}" (${scanned.project.key}) was due yesterday with 1 of 1 task open. ` +
        'Its scope or its date needs to be reviewed.',
      `Epic "${iso(MOMENT + 7 * DAY)}" (${scanned.project.key}) is due on ${date(MOMENT + 7 * DAY)} with 1 of 2 tasks open. ` +
        'Its scope or its date needs to be reviewed.',
    ]);
  });
});

describe('user.overloaded', () => {
  it('tells the leads of people with more estimated hours within two weeks than the limit', async () => {
    const work = (assigneeId: string, estimatedHours: number, status = 'To Do') =>
      task({ assigneeId, estimatedHours, status, dueDate: iso(MOMENT + DAY) });
    await work(scanned.company.member.id, 30);
    await task({ assigneeId: scanned.company.member.id, estimatedHours: 99 });
    await task({ assigneeId: scanned.company.member.id, estimatedHours: 99, dueDate: iso(MOMENT + 14 * DAY + 1) });
    await work(scanned.company.member.id, 10.5);
    await work(scanned.company.member.id, 99, 'Done');
    await work(scanned.company.viewer.id, 40);
    await work(scanned.company.viewer.id, 40, 'Done');
    expect(await saidBy('manager', 'user.overloaded', { reporting: { overloadHours: 40 } })).toEqual([
      expect.objectContaining({
        type: 'report',
        taskId: null,
        userId: scanned.company.owner.id,
        message:
          'Max Member has 40.5 h in 2 tasks to do within two weeks, above the limit of 40 h. Please redistribute work.',
      }),
    ]);
  });
});
