import { createAgent } from '../../factories/agent.factory.js';
import { actionsOf, createColleague, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createUser, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { dayAhead, promisesOf } from '../../factories/promise.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { FORBIDDEN, result } from '../../support/answers.js';
import { atMoment, DAY, iso } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { MOMENT, ScannedProject } from '../../support/scanned-project.js';
import { earlier } from '../../support/test-database.js';

interface TestComment {
  id: string;
  authorId: string | null;
  author: { id: string; name: string; type: string };
  body: string;
}

const scanned = new ScannedProject();
const { task: newTask } = scanned;

let stella: TestColleague;
let mia: TestUser;
let task: TestTask;
beforeEach(async () => {
  const { owner } = scanned.company;
  // Who has just commented is chased all the same.
  const settings = { chase: { activeHours: 0 } };
  stella = await createColleague(owner, { name: 'Stella', projectIds: [scanned.project.id], settings });
  mia = await createUser(owner, 'MEMBER', 'Mia');
  task = await newTask({ assigneeId: mia.id, dueDate: iso(MOMENT - 3 * DAY) });
});
afterEach(() => scanned.company.owner.api.delete(`/virtual-colleagues/${stella.id}`));

const say = async (body: string, user = mia, on = task): Promise<TestComment> => {
  const answer = await user.api.post<TestComment>(`/tasks/${on.id}/comments`, { body });
  if (answer.status !== 201) throw new Error(`comment: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const commentsOf = async (on = task) =>
  (await scanned.company.viewer.api.get<TestComment[]>(`/tasks/${on.id}/comments`)).body;
const answersOn = async (on = task) =>
  (await commentsOf(on)).filter(({ authorId }) => authorId === null).map(({ body }) => body);
const inWords = (day: string) => {
  const date = new Date(`${day}T12:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', options).format(date);
  const year = day.slice(0, 4) === iso(Date.now()).slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
  return `${part({ weekday: 'long' })}, ${part({ day: 'numeric' })} ${part({ month: 'long' })}${year}`;
};
const UNDERSTOOD = expect.stringMatching(/^I understand a date/);

describe('the name of a colleague in a comment', () => {
  it.each(['@Stella hello', '@STELLA hello', '@"stella" hello'])('is kept as a link in %j', async (body) => {
    expect((await say(body)).body).toBe(`[@Stella](colleague:${stella.id}) hello`);
  });

  it.each(['`@Stella`', '@Stellar', 'mail@Stella', '[@Stella](https://example.com)', '@Nobody'])(
    'is none in %j',
    async (body) => {
      expect((await say(body)).body).toBe(body);
      expect(await answersOn()).toEqual([]);
    },
  );

  it('is the longest that fits, with spaces in quotes or without', async () => {
    const { owner } = scanned.company;
    const both = await createColleague(owner, { name: 'Stella Robot', projectIds: [scanned.project.id] });
    const link = `[@Stella Robot](colleague:${both.id})`;
    expect((await say('@Stella Robot hi, @"stella robot" and @Stella')).body).toBe(
      `${link} hi, ${link} and [@Stella](colleague:${stella.id})`,
    );
    await owner.api.delete(`/virtual-colleagues/${both.id}`);
  });

  it('is nobody who is disabled, watches other projects, or shares the name', async () => {
    const { owner } = scanned.company;
    const elsewhere = await createProject(owner);
    const other = await createColleague(owner, { name: 'Bob', projectIds: [elsewhere.id] });
    const twins = [];
    for (const name of ['Twin', 'twin']) twins.push(await createColleague(owner, { name }));
    await owner.api.put(`/virtual-colleagues/${stella.id}`, { active: false });
    expect((await say('@Stella @Bob @Twin tomorrow')).body).toBe('@Stella @Bob @Twin tomorrow');
    const raw = `[@Stella](colleague:${stella.id}) tomorrow`;
    expect((await say(raw)).body).toBe(raw);
    expect([await answersOn(), await promisesOf(mia, task)]).toEqual([[], []]);
    for (const { id } of [other, ...twins]) await owner.api.delete(`/virtual-colleagues/${id}`);
  });
});

it('the name of a person who reaches the project is no name of a colleague', async () => {
  const { owner } = scanned.company;
  const person = await createUser(owner, 'MEMBER', 'STELLA');
  expect((await say('@Stella tomorrow')).body).toBe('@Stella tomorrow');
  await owner.api.put(`/users/${person.id}`, { active: false });
  expect((await say('@Stella tomorrow')).body).toContain('(colleague:');
});

describe('an answer to a colleague', () => {
  it('with a date is a promise, and the colleague notes it', async () => {
    const words = `half done, ready ${dayAhead(4)}.`;
    await say(`@Stella, ${words}`);
    expect(await promisesOf(mia, task)).toMatchObject([
      { person: { id: mia.id }, until: dayAhead(4), words, source: 'comment', state: 'open' },
    ]);
    const [, answer] = await commentsOf();
    expect(answer).toMatchObject({
      authorId: null,
      author: { id: stella.id, name: 'Stella', type: 'colleague' },
      body: `Noted: ${inWords(dayAhead(4))}.`,
    });
  });

  it('promises nothing in a sentence that began with doubt before the name', async () => {
    await say(`I can't promise, @Stella, ${dayAhead(4)}`);
    expect([await promisesOf(mia, task), await answersOn()]).toEqual([[], [UNDERSTOOD]]);
    await say(`I am not done. @Stella, ready ${dayAhead(4)}`);
    expect(await promisesOf(mia, task)).toMatchObject([{ until: dayAhead(4), words: `ready ${dayAhead(4)}` }]);
  });

  it("has days in the author's zone", async () => {
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await mia.api.put('/me', { timezone });
      await say('@Stella tomorrow');
      const local = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(new Date());
      const tomorrow = iso(Date.parse(local) + DAY).slice(0, 10);
      expect((await promisesOf(mia, task))[0]?.until).toBe(tomorrow);
    }
  });

  it('is no promise of a task that somebody else has, and is one of nobody’s', async () => {
    await say('@Stella tomorrow', scanned.company.member);
    expect([await promisesOf(mia, task), await answersOn()]).toEqual([[], [UNDERSTOOD]]);
    const free = await newTask();
    await say('@Stella tomorrow', scanned.company.member, free);
    expect(await promisesOf(mia, free)).toMatchObject([{ person: { id: scanned.company.member.id } }]);
  });

  it('with stop or quiet mutes the task for that colleague', async () => {
    await say('@Stella stop');
    await say('@Stella: quiet until 2030-01-01 please');
    const untilStatus = 'Noted: I say nothing more of this task until its status changes.';
    expect(await answersOn()).toEqual([untilStatus, untilStatus]);
    await say(`@Stella QUIET until ${dayAhead(5)}.`);
    const { body } = await mia.api.get(`/tasks/${task.id}`);
    expect(body.mutes).toMatchObject([
      { colleagueId: stella.id, by: { id: mia.id }, until: `${dayAhead(6)}T00:00:00.000Z` },
    ]);
    expect((await answersOn()).at(-1)).toBe(
      `Noted: I say nothing more of this task until ${inWords(dayAhead(5))} is over.`,
    );
    const said = await atMoment(MOMENT, () => scan(scanned.company.member, stella)).then(() =>
      actionsOf(scanned.company.owner, stella, 'task.overdue'),
    );
    expect(said.map(({ held }) => held)).toEqual(['muted']);
  });

  it('with why asks for the reasons of its last action', async () => {
    await say('@Stella why?');
    await atMoment(MOMENT, () => scan(scanned.company.member, stella));
    const [action] = await actionsOf(scanned.company.owner, stella, 'task.overdue');
    await say('@Stella why me');
    const [none, reasons] = await answersOn();
    expect(none).toBe('I have said nothing about this task yet.');
    expect(reasons).toContain(`I said: "${action?.message}"`);
    expect(reasons).toMatch(
      /because it was due on .*, it was 3 days overdue.* and my setting `chase.afterHours` is 24\.$/,
    );
    expect(await promisesOf(mia, task)).toEqual([]);
  });

  it('gives no reasons that not all who read the task reach', async () => {
    const { owner, member } = scanned.company;
    const hidden = await createProject(owner, { key: 'SECRET' });
    const both = [scanned.project.id, hidden.id];
    const filter = `project in (SECRET, ${scanned.project.key}) and assignee = me`;
    const rules = [{ name: 'Known', filter, type: 'chase', to: 'assignee' }];
    const otto = await createColleague(owner, { name: 'Otto', projectIds: both, rules });
    const own = await newTask({ assigneeId: owner.id });
    const blocker = await createTask(owner, hidden.id, { assigneeId: mia.id });
    await owner.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    await atMoment(MOMENT, () => scan(member, otto));
    await say('@Otto why', mia, own);
    expect(await answersOn(own)).toEqual([
      expect.stringMatching(/I said: ".*" That was because it matched my rule "Known"/),
    ]);
    await say('@Otto why');
    expect(await answersOn()).toEqual([
      expect.stringMatching(/^On .* I spoke of this task\. That was because it was due/),
    ]);
    expect(JSON.stringify([await answersOn(), await answersOn(own)])).not.toContain('SECRET');
    await owner.api.delete(`/virtual-colleagues/${otto.id}`);
  });

  it('that it does not understand is explained once in a week, to each person', async () => {
    await say('@Stella thanks');
    await say('@Stella not on Friday');
    await say('@Stella Friday?', scanned.company.admin);
    expect(await answersOn()).toEqual([UNDERSTOOD, UNDERSTOOD]);
    await scanned.service.database.rows(`UPDATE answer_hints SET told_at = ${earlier('told_at', '7 days')}`);
    await say('@Stella thanks');
    expect(await answersOn()).toHaveLength(3);
  });

  it('is answered by the first colleague that is named, 20 times a day', async () => {
    const { owner } = scanned.company;
    const otto = await createColleague(owner, { name: 'Otto', projectIds: [scanned.project.id] });
    for (let count = 0; count < 21; count += 1) await say('@Otto tomorrow, @Stella stop');
    const answers = (await commentsOf()).filter(({ authorId }) => authorId === null);
    expect([answers.length, new Set(answers.map(({ author }) => author.name))]).toEqual([20, new Set(['Otto'])]);
    expect(await promisesOf(mia, task)).toHaveLength(21);
    await owner.api.delete(`/virtual-colleagues/${otto.id}`);
  });

  it('is not read when a comment is edited, nor from an agent', async () => {
    const { id } = await say('Hello');
    expect((await mia.api.put(`/comments/${id}`, { body: '@Stella tomorrow' })).body.body).toContain('(colleague:');
    const agent = await createAgent(scanned.company.owner, 'Robert', { projectIds: [scanned.project.id] });
    await say('@Stella tomorrow', { ...mia, api: agent.api });
    expect([await answersOn(), await promisesOf(mia, task)]).toEqual([[], []]);
    await scanned.company.owner.api.delete(`/virtual-colleagues/${agent.id}`);
  });
});

describe('the comment of a colleague', () => {
  it('is an event of the colleague, and tells the author alone', async () => {
    const { member, owner, viewer } = scanned.company;
    await member.api.put(`/tasks/${task.id}/watch`);
    await say('@Stella tomorrow');
    const { body: log } = await viewer.api.get(
      `/events?after=0&projectId=${scanned.project.id}&event=task.commented,promise.made`,
    );
    expect(log.data).toMatchObject([
      { event: 'task.commented', actor: { type: 'user', id: mia.id } },
      { event: 'promise.made', actor: { type: 'user', id: mia.id } },
      {
        event: 'task.commented',
        actor: { type: 'colleague', id: stella.id, name: 'Stella', userId: owner.id, apiKeyId: null },
        data: { id: task.id, comment: { authorId: null, author: { id: stella.id, type: 'colleague' } } },
      },
    ]);
    const reasonsOf = async (user: TestUser) => {
      const { body } = await user.api.get(`/inbox?projectId=${scanned.project.id}&reason=commented`);
      return body.flatMap(({ events }: { events: { reason: string; text: string; actor: { type: string } }[] }) =>
        events.filter(({ reason }) => reason === 'commented').map(({ text, actor }) => [actor.type, text]),
      );
    };
    await eventually('Mia is told', async () => (await reasonsOf(mia)).length > 0);
    expect(await reasonsOf(mia)).toEqual([['colleague', `Stella commented: Noted: ${inWords(dayAhead(1))}.`]]);
    expect((await reasonsOf(member)).map(([type]: string[]) => type)).toEqual(['user']);
  });

  it('is changed by nobody, and deleted by ADMIN and OWNER', async () => {
    await say('@Stella tomorrow');
    const [, answer] = await commentsOf();
    const { admin, owner } = scanned.company;
    for (const user of [mia, owner]) {
      expect(result(await user.api.put(`/comments/${answer?.id}`, { body: 'x' }))).toEqual(FORBIDDEN);
    }
    expect(result(await mia.api.delete(`/comments/${answer?.id}`))).toEqual(FORBIDDEN);
    expect((await admin.api.delete(`/comments/${answer?.id}`)).status).toBe(204);
  });
});

describe('what a colleague asked', () => {
  it('stands on the task until it is answered', async () => {
    const { owner, member, viewer } = scanned.company;
    await owner.api.put(`/virtual-colleagues/${stella.id}`, { notifications: { inbox: true } });
    const asked = async (user = mia) => (await user.api.get(`/tasks/${task.id}`)).body.asked;
    expect(await asked()).toBeNull();
    await atMoment(MOMENT - 2 * DAY, () => scan(member, stella));
    const [action] = await actionsOf(owner, stella, 'task.overdue');
    expect(await asked()).toEqual({
      activityId: action?.id,
      colleague: { id: stella.id, name: 'Stella' },
      type: 'chase',
      message: action?.message,
      at: action?.createdAt,
    });
    expect([await asked(member), await asked(viewer)]).toEqual([null, null]);
    const agent = await createAgent(owner, 'Robert', { projectIds: [scanned.project.id] });
    const answers: (() => Promise<unknown>)[] = [
      () => say('A word'),
      () => mia.api.put(`/tasks/${task.id}`, { priority: 'Low' }),
      () => mia.api.put(`/tasks/${task.id}/mute`, { colleagueId: stella.id }),
      () => mia.api.post(`/tasks/${task.id}/promises`, { until: dayAhead(1) }),
      () => mia.api.post(`/tasks/${task.id}/time-entries`, { hours: 1 }),
      async () => say('What the assignee asked for', { ...mia, api: agent.api }),
      () => owner.api.put(`/tasks/${task.id}`, { status: 'Done' }),
    ];
    await owner.api.put(`/tasks/${task.id}`, { estimatedHours: 3 });
    for (const answer of answers) {
      const other = await newTask({ assigneeId: mia.id, dueDate: iso(MOMENT - 3 * DAY) });
      task = other;
      await atMoment(Date.now() - 1_000, () => scan(member, stella));
      expect(await asked()).not.toBeNull();
      await answer();
      expect(await asked()).toBeNull();
    }
    await owner.api.delete(`/virtual-colleagues/${agent.id}`);
  });

  it('stands for those whom a channel told it, also of a mail to a list', async () => {
    const { owner, admin } = scanned.company;
    const asked = async (user: TestUser) => (await user.api.get(`/tasks/${task.id}`)).body.asked;
    await owner.api.put(`/virtual-colleagues/${stella.id}`, { notifications: { mail: { to: [admin.id] } } });
    await atMoment(MOMENT - 2 * DAY, () => scan(owner, stella));
    const [action] = await actionsOf(owner, stella, 'task.overdue');
    expect(action).toMatchObject({ userId: mia.id, status: 'sent' });
    expect(await asked(mia)).toBeNull();
    expect(await asked(admin)).toMatchObject({ activityId: action?.id, type: 'chase' });
    await say('I look after it', admin);
    expect(await asked(admin)).toBeNull();
  });
});
