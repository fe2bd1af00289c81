import { createAgent } from '../../factories/agent.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { PasskeyDevice } from '../passkey-device.js';
import {
  AT_ONCE,
  callerOf,
  copies,
  fill,
  LIMITS,
  type LimitedWorld,
  type Make,
  type NumberLimit,
  ROOM,
} from './number-limit.js';

const CONNECTION = { name: 'Forge', provider: 'github', projectIds: [] };
const WEBHOOK = { url: 'https://example.org/hook', events: ['*'], secret: 'It is a secret to everybody' };

const ofCompany = 'A company has at most ${most} ${RULES[kind]}';

/** Of what a company or one of its users has. */
export const COMPANY_LIMITS: readonly NumberLimit[] = [
  {
    what: 'webhooks of a company',
    refusal: ofCompany,
    prepare: (world) => fill(LIMITS.webhooks, (place) => callerOf(world, place).post('/webhooks', WEBHOOK)),
  },
  {
    what: 'webhooks with a filter',
    refusal: 'At most ${MOST_FILTERS} webhooks of a company have a filter; take one away first',
    prepare: (world) => fill(20, (place) => callerOf(world, place).post('/webhooks', { ...WEBHOOK, filter: 'done' })),
  },
  {
    what: 'webhooks that get a filter',
    refusal: 'At most ${MOST_FILTERS} webhooks of a company have a filter; take one away first',
    prepare: async (world) => {
      const { company } = world;
      for (let count = 0; count < 20 - ROOM; count += 1) await createWebhook(company.owner, { filter: 'done' });
      const ids: string[] = [];
      for (let count = 0; count < LIMITS.webhooks - 20 + ROOM; count += 1) {
        ids.push((await createWebhook(company.owner, {})).id);
      }
      return (place) => callerOf(world, place).put(`/webhooks/${ids[place % ids.length]}`, { filter: 'done' });
    },
  },
  {
    what: 'virtual colleagues of a company',
    refusal: ofCompany,
    prepare: (world) =>
      fill(LIMITS.colleagues, (place) =>
        callerOf(world, place).post('/virtual-colleagues', { name: 'Steve', role: 'member' }),
      ),
  },
  {
    what: 'users of a company',
    refusal: ofCompany,
    prepare: (world) =>
      fill(LIMITS.users - 4, (place) =>
        callerOf(world, place).post('/users', {
          email: `user-${place}-${world.company.id}@example.com`,
          name: 'Somebody',
          role: 'MEMBER',
          password: world.company.owner.password,
        }),
      ),
  },
  {
    what: 'keys of a user',
    refusal: 'A user has at most ${most} API keys; revoke one first',
    prepare: ({ company }) => fill(LIMITS.keysPerUser, () => company.member.api.post('/api-keys', { name: 'Key' })),
  },
  {
    what: 'keys of an agent',
    refusal: 'An agent has at most ${KEYS_PER_COLLEAGUE} API keys; revoke one first',
    prepare: async (world) => {
      const { company } = world;
      const agent = await createAgent(company.owner);
      await copies(world, 'api_keys', agent.keyId, 200 - ROOM - 1);
      return (place) => callerOf(world, place).post('/api-keys', { name: 'Key', colleagueId: agent.id });
    },
  },
  {
    what: 'passkeys of a user',
    refusal: 'A user has at most ${MOST} passkeys; remove one first',
    prepare: async ({ service, company }) => {
      const { api, password, id } = company.member;
      const credentials: object[] = [];
      for (let place = 0; place < AT_ONCE + 1; place += 1) {
        const { body } = await api.post('/me/passkeys/options', { password });
        credentials.push(new PasskeyDevice(service.configuration.publicUrl).create(body));
      }
      await service.database.rows(
        `INSERT INTO passkeys SELECT (jsonb_populate_record(NULL::passkeys, jsonb_build_object('company_id', u.company_id,
            'id', gen_random_uuid(), 'user_id', u.id, 'name', 'Old', 'credential_id', 'old-' || n, 'public_key', '\\x00',
            'sign_count', 0, 'transports', '[]'::jsonb, 'synced', false, 'created_at', now(), 'updated_at', now()))).*
          FROM users u, generate_series(1, $2::integer) n WHERE u.id = $1`,
        [id, 20 - ROOM],
      );
      return (place) => api.post('/me/passkeys', { name: 'New', response: credentials[place] });
    },
  },
  {
    what: 'views of a user',
    refusal: 'A user has at most ${MOST_VIEWS} views',
    prepare: async (world) => {
      const { company } = world;
      const make: Make = () => company.viewer.api.post('/views', { name: 'View' });
      await copies(world, 'views', (await make(0)).body.id as string, 200 - ROOM - 1);
      return make;
    },
  },
  {
    what: 'calendar feeds of a user',
    refusal: 'A user has at most ${MOST_FEEDS} calendar feeds; delete one first',
    prepare: ({ company }) => fill(20, () => company.viewer.api.post('/calendar-feeds', { name: 'Mine', mine: true })),
  },
  {
    what: 'code connections of a company',
    refusal: 'A company has at most ${MOST_CONNECTIONS} code connections; delete one first',
    prepare: (world) => fill(50, (place) => callerOf(world, place).post('/code-connections', CONNECTION)),
  },
  {
    what: 'templates of a company',
    refusal: 'A company has at most ${MOST_TEMPLATES} templates',
    prepare: async (world) => {
      const { service, projectId } = world;
      const make: Make = (place) =>
        callerOf(world, place).post('/templates', { name: `Template ${place}`, projectId, task: { title: 'Made' } });
      const { id } = (await make(0)).body;
      await service.database.rows(
        `INSERT INTO templates SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'name', 'Old ' || n))).*
          FROM templates t, generate_series(1, $2::integer) n WHERE t.id = $1`,
        [id, 200 - ROOM - 1],
      );
      return (place) => make(place + 1);
    },
  },
  {
    what: 'recurrences of a company',
    refusal: 'A company has at most ${MOST_RECURRENCES} recurrences',
    prepare: async (world) => {
      const { projectId } = world;
      const make: Make = (place) =>
        callerOf(world, place).post('/recurrences', {
          name: 'Recurrence',
          projectId,
          task: { title: 'Made' },
          schedule: { frequency: 'yearly' },
        });
      await copies(world, 'recurrences', (await make(0)).body.id as string, 200 - ROOM - 1);
      return make;
    },
  },
  {
    what: 'fields of a company that are not archived',
    refusal: 'A company has at most ${MOST_LIVE} fields that are not archived',
    prepare: (world) => fill(100, newField(world)),
  },
  {
    what: 'fields of a company',
    refusal: 'A company has at most ${MOST} fields',
    prepare: async (world) => {
      const { service, company } = world;
      const make = newField(world);
      const { id } = (await make(0)).body;
      await company.admin.api.put(`/fields/${id}`, { archived: true });
      await service.database.rows(
        `INSERT INTO fields SELECT (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'key', 'old_' || n,
            'name', 'Old ' || n, 'position', n))).*
          FROM fields f, generate_series(1, $2::integer) n WHERE f.id = $1`,
        [id, 400 - ROOM - 1],
      );
      return (place) => make(place + 1);
    },
  },
  {
    what: 'imports of a company that are prepared',
    refusal: 'A company has at most ${MOST_PREPARED} imports that are prepared; start or delete one first',
    prepare: (world) =>
      fill(5, (place) => callerOf(world, place).post('/imports', { source: 'csv', projectId: world.projectId })),
  },
  {
    what: 'invitations of a company in a day',
    refusal: 'invitations',
    status: 429,
    prepare: (world) =>
      fill(LIMITS.invitations, (place) =>
        callerOf(world, place).post('/users', {
          email: `guest-${place}-${world.company.id}@example.com`,
          name: 'Guest',
          role: 'MEMBER',
        }),
      ),
  },
];

/** Named by the place. */
function newField(world: LimitedWorld): Make {
  return (place) => callerOf(world, place).post('/fields', { name: `Field ${place}`, type: 'text' });
}
