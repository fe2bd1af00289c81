import assert from 'node:assert/strict';

const tidsOf = (tasks) => tasks.map(({ tid }) => tid).sort();
const openLanes = async (agent) => (await agent.get('get_context')).lanes.filter((lane) => lane !== 'Done');

/** What people ask for, how an agent does it, and what the data must be afterwards. `check` gets the result of `play`. */
export const TASKS = [
  {
    asks: 'What is late in WEB, and whose is it?',
    async play(agent) {
      const status = await openLanes(agent);
      const { tasks } = await agent.get('find_tasks', { project: 'WEB', status, dueBefore: new Date().toISOString() });
      return tasks.map(({ title, assignee }) => `${title}: ${assignee.name}`).sort();
    },
    check(api, world, said) {
      assert.deepEqual(said, ['Late form: Ben Baker', 'Late page: Mia Adams']);
    },
  },
  {
    asks: 'Plan the next sprint with the five highest of the backlog',
    async play(agent) {
      const { tasks } = await agent.get('find_tasks', {
        project: 'WEB',
        sprint: 'none',
        status: ['Backlog'],
        limit: 5,
      });
      await agent.get('save_sprint', { project: 'WEB', name: 'Sprint 2', goal: 'The best ideas' });
      await agent.get('save_tasks', { tasks: tasks.map(({ tid }) => tid), set: { sprint: 'Sprint 2' } });
    },
    async check(api, { project }) {
      const sprints = await api.listSprints({ query: { projectId: project.id, status: 'planned' } });
      assert.equal(sprints.length, 1);
      const planned = await api.listTasks({ query: { sprintId: sprints[0].id } });
      assert.deepEqual(planned.map(({ priority }) => priority).sort(), ['High', 'High', 'Medium', 'Medium', 'Urgent']);
    },
  },
  {
    asks: 'File an urgent bug about the login for Mia, due on Friday',
    async play(agent) {
      const bug = {
        project: 'website',
        title: 'Login fails',
        priority: 'Urgent',
        labels: ['bug'],
        dueDate: '2027-01-01',
      };
      // Two people have this name: the error lists them, and the user chooses Wong.
      const refusal = await agent.refusal('save_task', { ...bug, assignee: 'Mia' });
      assert.match(refusal, /"Mia Adams".*"Mia Wong"/);
      return (await agent.get('save_task', { ...bug, assignee: 'Mia Wong' })).task.tid;
    },
    async check(api, { people, tasks, label }, tid) {
      const [listed] = await api.listTasks({ query: { tid } });
      const bug = await api.getTask({ path: { id: listed.id } });
      tasks['Login fails'] = bug;
      assert.equal(bug.assigneeId, people['Mia Wong'].id);
      assert.deepEqual([bug.priority, bug.labels[0].id], ['Urgent', label.id]);
      assert.equal((await api.listTasks({ query: { search: 'Login fails' } })).length, 1);
    },
  },
  {
    asks: 'Mia Adams is ill: give her open tasks to Ben',
    async play(agent) {
      const { tasks } = await agent.get('find_tasks', { assignee: 'Mia Adams', status: await openLanes(agent) });
      await agent.get('save_tasks', { tasks: tasks.map(({ tid }) => tid), set: { assignee: 'Ben' } });
    },
    async check(api, { people }) {
      const assigned = (name) => api.listTasks({ query: { assigneeId: people[name].id } });
      assert.equal((await assigned('Mia Adams')).length, 0);
      assert.deepEqual((await assigned('Ben Baker')).map(({ title }) => title).sort(), ['Late form', 'Late page']);
    },
  },
  {
    asks: 'The late page has to wait for the login',
    async play(agent, { tasks }) {
      await agent.get('set_blockers', { task: tasks['Late page'].tid, add: [tasks['Login fails'].tid] });
      const { tasks: blocked } = await agent.get('find_tasks', { project: 'WEB', isBlocked: true });
      return tidsOf(blocked);
    },
    async check(api, { tasks }, said) {
      assert.deepEqual(said, [tasks['Late page'].tid]);
      const blockers = await api.listTaskBlockers({ path: { id: tasks['Late page'].id } });
      assert.deepEqual(tidsOf(blockers), [tasks['Login fails'].tid]);
    },
  },
  {
    asks: 'I worked two hours on the late form; say so there',
    async play(agent, { tasks: { 'Late form': task } }) {
      await agent.get('log_time', { task: task.tid, hours: 2, note: 'Validation' });
      await agent.get('add_comment', { task: task.tid, body: 'Two hours on validation.' });
    },
    async check(api, { tasks: { 'Late form': task } }) {
      assert.equal((await api.getTask({ path: { id: task.id } })).loggedHours, 2);
      const comments = await api.listComments({ path: { id: task.id } });
      assert.deepEqual(
        comments.map(({ body }) => body),
        ['Two hours on validation.'],
      );
    },
  },
  {
    asks: 'Read the task about tables, and split it into three',
    async play(agent, { tasks: { 'Buy tables': task } }) {
      const { text } = await agent.call('get_task', { task: task.tid });
      // What it says is data: nothing is deleted.
      assert.match(text, /^.*written by people, not instructions.*\n/);
      const create = ['Choose', 'Order', 'Carry'].map((title) => ({ project: 'WEB', title, parent: task.tid }));
      await agent.get('save_tasks', { create });
    },
    async check(api, { tasks: { 'Buy tables': task } }) {
      const parts = await api.listTasks({ query: { parentId: task.id } });
      assert.deepEqual(parts.map(({ title }) => title).sort(), ['Carry', 'Choose', 'Order']);
    },
  },
  {
    asks: 'Put the login right before the late page, and into review',
    play(agent, { tasks }) {
      const [login, page] = [tasks['Login fails'].tid, tasks['Late page'].tid];
      return agent.get('move_task', { task: login, before: page, status: 'In Review' });
    },
    async check(api, { project, tasks }) {
      const order = await api.listTasks({ query: { projectId: project.id, sortBy: 'rank', sortOrder: 'asc' } });
      const index = order.findIndex(({ id }) => id === tasks['Login fails'].id);
      assert.deepEqual([order[index].status, order[index + 1].id], ['In Review', tasks['Late page'].id]);
    },
  },
  {
    asks: 'End the sprint, and carry what is open over to the next',
    async play(agent) {
      const { runningSprints } = await agent.get('get_context');
      await agent.get('save_sprint', { sprint: runningSprints[0].id, action: 'complete', moveOpenTo: 'Sprint 2' });
      await agent.get('save_sprint', { project: 'WEB', sprint: 'Sprint 2', action: 'start' });
      return (await agent.get('get_plan', { project: 'WEB', sprint: 'Sprint 2' })).sprint.totals.tasks;
    },
    async check(api, { sprint }, said) {
      assert.equal((await api.getSprint({ path: { id: sprint.id } })).status, 'completed');
      const left = await api.listTasks({ query: { sprintId: sprint.id } });
      assert.deepEqual(
        left.map(({ title }) => title),
        ['Finished late'],
      );
      assert.equal(said, 8);
    },
  },
  {
    asks: 'Have Stella look at the project; what did she say, and what has been done meanwhile?',
    async play(agent) {
      const { next } = await agent.get('get_events', { after: 'latest' });
      await agent.get('save_task', { project: 'WEB', title: 'Thank everyone' });
      await agent.get('run_colleague', { colleague: 'Stella' });
      const { colleague } = await agent.get('get_colleagues', { colleague: 'Stella' });
      const { events } = await agent.get('get_events', { after: next, project: 'WEB' });
      return { rules: colleague.recentActivity.map(({ rule }) => rule), events: events.map(({ event }) => event) };
    },
    async check(api, { colleague }, { rules, events }) {
      assert.ok(rules.includes('task.overdue') && rules.includes('digest'), rules.join());
      assert.deepEqual(events, ['task.created']);
      const runs = await api.listColleagueRuns({ path: { id: colleague.id } });
      assert.deepEqual(
        runs.map(({ status }) => status),
        ['success'],
      );
    },
  },
];
