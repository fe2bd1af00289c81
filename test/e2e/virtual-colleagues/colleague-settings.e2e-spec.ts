import { createProject } from '../../factories/project.factory.js';
import { WEEKDAYS } from '#common/validation/local-time.js';
import { RULE_NAMES, WORK_RULE_NAMES } from '#modules/virtual-colleagues/settings/rule-names.js';
import { createColleague, type TestColleague } from '../../factories/colleague.factory.js';
import { createCompany, type TestUser } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import { startTestService, type TestService } from '../../support/test-service.js';

interface Preset {
  role: string;
  name: string;
  focus: string;
  settings: TestColleague['settings'];
}

let service: TestService;
let owner: TestUser;
let viewer: TestUser;
let presets: Map<string, Preset>;
beforeAll(async () => {
  service = await startTestService();
  ({ owner, viewer } = await createCompany(service.api));
  const { body } = await viewer.api.get<Preset[]>('/virtual-colleagues/presets');
  presets = new Map(body.map((preset) => [preset.role, preset]));
});
afterAll(() => service.stop());

const presetOf = (role: string) => presets.get(role)!.settings;

async function put(id: string, input: object): Promise<TestColleague> {
  const { status, body } = await owner.api.put<TestColleague>(`/virtual-colleagues/${id}`, input);
  expect(status).toBe(200);
  return body;
}

describe('GET /virtual-colleagues/presets', () => {
  it('returns the nine roles in the order of the specification', () => {
    const listed = [...presets.values()].map(({ role, name, focus }) => [role, name, focus]);
    expect(listed).toEqual([
      ['scrum_master', 'Scrum Master', 'sprint health, blockers, standups'],
      ['project_lead', 'Project Lead', 'milestones, resources, delivery'],
      ['product_owner', 'Product Owner', 'backlog health, priorities, releases'],
      ['manager', 'Manager', 'people, workload, performance'],
      ['member', 'Member', 'own tasks, deadlines, reviews'],
      ['myself', 'Myself', 'personal digest, focus, self-tracking'],
      ['customer', 'Customer', 'external updates, milestones, delivery'],
      ['agent_orchestrator', 'Agent Orchestrator', 'plans, delegates, reviews, coordinates agents'],
      ['agent', 'Agent', 'executes assigned task or subtask work'],
    ]);
  });

  it('returns every setting for each role, with the digest of its focus', () => {
    const digests: Record<string, unknown> = {};
    for (const { role, settings } of presets.values()) {
      digests[role] = settings.reporting['digest'];
      const isOrchestrator = role === 'agent_orchestrator';
      const names = [...RULE_NAMES, ...(isOrchestrator ? WORK_RULE_NAMES : [])];
      const limits = {
        concurrent: 1,
        perDay: 100,
        maxMinutes: 240,
        maxAttempts: 3,
        maxCostUsd: null,
        requireMerged: false,
      };
      expect(settings).toEqual({
        ...(role === 'agent' && { work: limits }),
        ...(isOrchestrator && { delegation: { enabled: false, agentIds: [], filter: null, perRun: 10 } }),
        chase: {
          enabled: expect.any(Boolean),
          afterHours: expect.any(Number),
          repeatHours: 24,
          backOff: true,
          activeHours: role === 'agent' ? 4 : 24,
        },
        reminder: { enabled: expect.any(Boolean), beforeHours: expect.any(Number), reviewHours: 24 },
        escalation: {
          enabled: expect.any(Boolean),
          afterChases: 2,
          blockedHours: expect.any(Number),
          afterMoves: 3,
        },
        aiCheck: { withScan: false, speak: false },
        reporting: { enabled: true, digest: expect.any(String), staleDays: 30, overloadHours: 40 },
        tone: expect.stringMatching(/^(neutral|friendly|formal|direct)$/),
        rules: Object.fromEntries(names.map((name) => [name, expect.any(Boolean)])),
        quiet: { from: null, to: null, days: [], dates: [] },
        limits: { perRun: null, perDay: null, perPersonPerDay: null },
      });
    }
    expect(digests).toEqual({
      scrum_master: 'standup',
      project_lead: 'delivery',
      product_owner: 'backlog',
      manager: 'workload',
      member: 'standup',
      myself: 'personal',
      customer: 'customer',
      agent_orchestrator: 'agents',
      agent: 'agents',
    });
  });

  it('returns the settings that a new colleague of the role gets', async () => {
    const { id } = await createProject(owner);
    for (const { role, settings } of presets.values()) {
      expect((await createColleague(owner, { role, projectIds: [id] })).settings).toEqual(settings);
    }
  });

  it('refuses page, because it is not a list', async () => {
    const answer = await viewer.api.get('/virtual-colleagues/presets?page=1');
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { page: 'Unknown parameter' }]);
  });
});

describe('settings', () => {
  it('override the preset in part', async () => {
    const settings = { chase: { afterHours: 5 }, reporting: { enabled: false, digest: 'workload' }, tone: 'formal' };
    const preset = presetOf('scrum_master');
    const colleague = await createColleague(owner, { settings });
    expect(colleague.settings).toEqual({
      ...preset,
      chase: { ...preset.chase, afterHours: 5 },
      reporting: { ...preset.reporting, enabled: false, digest: 'workload' },
      tone: 'formal',
    });
  });

  it('merge over the values in force', async () => {
    const { id, settings } = await createColleague(owner, { settings: { chase: { afterHours: 5 } } });
    const after = await put(id, { settings: { chase: { repeatHours: 1 }, escalation: { afterChases: 0 } } });
    expect(after.settings).toEqual({
      ...settings,
      chase: { ...settings.chase, repeatHours: 1 },
      escalation: { ...settings.escalation, afterChases: 0 },
    });
  });

  it('return to the preset with null: a value, a part, or all', async () => {
    const preset = presetOf('member');
    const settings = { chase: { afterHours: 5, enabled: false }, reminder: { beforeHours: 1 }, tone: 'formal' };
    const { id } = await createColleague(owner, { role: 'member', settings });
    expect((await put(id, { settings: { chase: { afterHours: null } } })).settings.chase).toEqual({
      ...preset.chase,
      enabled: false,
    });
    const withoutParts = await put(id, { settings: { chase: null, tone: null } });
    expect(withoutParts.settings).toEqual({ ...preset, reminder: { ...preset.reminder, beforeHours: 1 } });
    expect((await put(id, { settings: null })).settings).toEqual(preset);
  });

  it('have quiet time, at whose end a run is made once', async () => {
    const quiet = { from: '21:30', to: '06:30', days: ['sat', 'sun'], dates: ['2026-12-24'] };
    const schedule = { frequency: 'hourly', timezone: 'Europe/Berlin' };
    const colleague = await createColleague(owner, { schedule, settings: { quiet } });
    expect(colleague.settings.quiet).toEqual(quiet);
    const { body } = await owner.api.get(`/virtual-colleagues/${colleague.id}`);
    expect([body.nextRuns[0], body.nextRuns.length]).toEqual([colleague.nextRunAt, 5]);
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: schedule.timezone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    const shown = (body.nextRuns as string[]).map((run) => clock.format(new Date(run)));
    for (const run of shown) expect(run).toMatch(/^(Mon|Tue|Wed|Thu|Fri) (06:30|0[7-9]:00|1\d:00|2[01]:00)$/);
    const after = await put(colleague.id, { settings: { quiet: { from: null, to: null, dates: [] } } });
    expect(after.settings.quiet).toEqual({ from: null, to: null, days: ['sat', 'sun'], dates: [] });
    const off = { from: null, to: null, days: [], dates: [] };
    expect((await put(colleague.id, { settings: { quiet: null } })).settings.quiet).toEqual(off);
    expect((await put(colleague.id, { settings: { quiet: off } })).settings.quiet).toEqual(off);
  });

  it('have limits, each of its own', async () => {
    const { id, settings } = await createColleague(owner, { settings: { limits: { perRun: 200, perDay: 0 } } });
    expect(settings.limits).toEqual({ perRun: 200, perDay: 0, perPersonPerDay: null });
    const { settings: after } = await put(id, { settings: { limits: { perRun: null, perPersonPerDay: 20 } } });
    expect(after.limits).toEqual({ perRun: null, perDay: 0, perPersonPerDay: 20 });
  });

  it.each([
    [{ quiet: { from: '22:00' } }, { 'settings.quiet.to': 'Required with from' }],
    [{ quiet: { to: '22:00' } }, { 'settings.quiet.from': 'Required with to' }],
    [{ quiet: { from: '22:00', to: '22:00' } }, { 'settings.quiet.to': 'Must not be the time of from' }],
    [{ quiet: { from: '24:00', to: '22:00' } }, { 'settings.quiet.from': 'Must be HH:MM, from 00:00 to 23:59' }],
    [{ quiet: { days: [...WEEKDAYS] } }, { 'settings.quiet.days': 'Must hold at most 6' }],
    [{ quiet: { days: ['Mon'] } }, { 'settings.quiet.days': expect.stringContaining('mon, tue') }],
    [{ quiet: { dates: ['2026-02-29'] } }, { 'settings.quiet.dates': 'Must be a day such as 2026-12-24' }],
    [
      {
        quiet: {
          dates: Array.from({ length: 101 }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
        },
      },
      { 'settings.quiet.dates': 'At most 100' },
    ],
    [{ limits: { perRun: -1 } }, { 'settings.limits.perRun': 'Must be from 0 to 10000' }],
    [{ limits: { perDay: 10_001 } }, { 'settings.limits.perDay': 'Must be from 0 to 10000' }],
    [{ limits: { perWeek: 1 } }, { 'settings.limits.perWeek': 'Unknown field' }],
  ])('refuse %j, in previews too', async (settings, details) => {
    const refused = [400, 'VALIDATION_ERROR', details];
    const { id } = await createColleague(owner);
    expect(refusalOf(await owner.api.put(`/virtual-colleagues/${id}`, { settings }))).toEqual(refused);
    expect(refusalOf(await owner.api.post(`/virtual-colleagues/${id}/preview`, { settings }))).toEqual(refused);
  });

  it('stay when the role changes', async () => {
    const { id } = await createColleague(owner, { settings: { chase: { afterHours: 5 }, tone: 'formal' } });
    const preset = presetOf('customer');
    const { settings } = await put(id, { role: 'customer', projectIds: [(await createProject(owner)).id] });
    expect(settings).toEqual({ ...preset, chase: { ...preset.chase, afterHours: 5 }, tone: 'formal' });
  });

  it('stay even when they equal the preset', async () => {
    const { chase, tone } = presetOf('scrum_master');
    const colleague = await createColleague(owner);
    const kept = await put(colleague.id, { settings: { chase: { enabled: chase['enabled'] }, tone } });
    expect(kept).toEqual(colleague);
    const { settings } = await put(colleague.id, { role: 'customer', projectIds: [(await createProject(owner)).id] });
    const preset = presetOf('customer');
    expect(settings).toEqual({ ...preset, chase: { ...preset.chase, enabled: chase['enabled'] }, tone });
  });

  it('are merged over the new preset when role and settings change together', async () => {
    const { id } = await createColleague(owner);
    const { settings } = await put(id, { role: 'manager', settings: { reporting: { overloadHours: 30 } } });
    const preset = presetOf('manager');
    expect(settings).toEqual({ ...preset, reporting: { ...preset.reporting, overloadHours: 30 } });
  });

  it.each<[settings: unknown, details: object]>([
    ['loud', { settings: 'Expected object' }],
    [{ chase: true }, { 'settings.chase': 'Expected object' }],
    [{ chase: { afterHours: -1 } }, { 'settings.chase.afterHours': 'Must be from 0 to 8760' }],
    [{ chase: { afterHours: 8_761 } }, { 'settings.chase.afterHours': 'Must be from 0 to 8760' }],
    [{ chase: { repeatHours: 1.5 } }, { 'settings.chase.repeatHours': 'Expected integer' }],
    [{ reminder: { beforeHours: '1' } }, { 'settings.reminder.beforeHours': 'Expected integer' }],
    [{ reminder: { enabled: 'no' } }, { 'settings.reminder.enabled': 'Expected boolean' }],
    [
      { reporting: { digest: 'gossip' } },
      { 'settings.reporting.digest': expect.stringMatching(/^Must be one of: standup/) },
    ],
    [{ tone: 'rude' }, { 'settings.tone': 'Must be one of: neutral, friendly, formal, direct' }],
    [
      { mood: 1, chase: { often: 1 } },
      { 'settings.mood': 'Unknown field', 'settings.chase.often': 'Unknown field' },
    ],
  ])('refuse %j', async (settings, details) => {
    const { id } = await createColleague(owner);
    const created = await owner.api.post('/virtual-colleagues', { name: 'x', role: 'member', settings });
    expect(refusalOf(created)).toEqual([400, 'VALIDATION_ERROR', details]);
    const changed = await owner.api.put(`/virtual-colleagues/${id}`, { settings });
    expect(refusalOf(changed)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});
