import type { Role } from '#core/company-scope/role.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestUser } from '../../factories/company.factory.js';
import { COMPANY_WIDE, createResources, pick, resourceOf, type Resources } from '../../factories/resources.factory.js';
import { createTeam } from '../../factories/team.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import type { Answer, Api } from '../../support/api.js';
import { fill, findOperations, isOpenTo, type Operation, withField } from '../../support/operations.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/**
 * What a caller does not reach answers as what there is not, byte for byte but for the trace id: in every path, body and
 * filter of every operation. New routes join by themselves; what they name is made in resources.factory.
 */
const MALFORMED = ['not-an-id', '%00'];
/** Another for each answer, whatever is asked. */
const CHANGING_HEADERS = ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-trace-id'];

interface Caller {
  name: string;
  role: Role;
  api: Api;
}

/** Something that is there, and callers who do not reach it. */
interface Hidden {
  resources: Resources;
  callers: Caller[];
  hides: (resource: string) => boolean;
  /** Reaches it, and has read it before the callers came. */
  owner: Api;
  before: unknown[];
}

let service: TestService;
let operations: Operation[];
/** What the callers reach. */
let own: Resources;
let hidden: Record<'another company' | 'a project out of reach', Hidden>;
beforeAll(async () => {
  service = await startTestService();
  operations = await findOperations(service.api);
  const company = await createCompany(service.api);
  const { owner, admin, member, viewer } = company;
  own = await createResources(company);
  const stranger = await createCompany(service.api);
  const foreign = await createResources(stranger);
  const outOfReach = await createResources(company, { teamId: (await createTeam(admin)).id });
  const withJwt = (role: Role, { api }: TestUser): Caller => ({ name: `${role}, JWT`, role, api });
  const withKey = async (role: Role, user: TestUser): Promise<Caller> => {
    return { name: `${role}, key`, role, api: (await createApiKey(user)).api };
  };
  hidden = {
    'another company': {
      resources: foreign,
      callers: [withJwt('OWNER', owner), await withKey('ADMIN', admin), await withKey('VIEWER', viewer)],
      hides: () => true,
      owner: stranger.owner.api,
      before: await readAll(stranger.owner.api, foreign),
    },
    'a project out of reach': {
      resources: outOfReach,
      callers: [withJwt('MEMBER', member), await withKey('MEMBER', member), withJwt('VIEWER', viewer)],
      hides: (resource) => !COMPANY_WIDE.includes(resource),
      owner: owner.api,
      before: await readAll(owner.api, outOfReach),
    },
  };
});
afterAll(() => service.stop());

/** All that a client sees of an answer and could tell two apart by. */
function seen({ status, headers, text }: Answer): unknown {
  const steady = [...headers].filter(([name]) => !CHANGING_HEADERS.includes(name));
  return [status, steady, text.replace(/"(traceId|timestamp)":"[^"]+"/, '')];
}

/** Sends the same with each id; gives the status that all answers share. */
async function alike(what: string[], ids: string[], send: (id: string) => Promise<Answer>): Promise<number> {
  const unknown = await send(UNKNOWN_ID);
  for (const id of ids) expect([...what, id, seen(await send(id))]).toEqual([...what, id, seen(unknown)]);
  return unknown.status;
}

function ownIds({ path, parameters }: Operation): string[] {
  return parameters.map((name) => pick(own, resourceOf(name, path)));
}

/** The operation's body with ids of what the caller reaches; `least` has those alone that it must have. */
function ownBody({ body, idFields }: Operation, least = false): object | undefined {
  return idFields.reduce<object | undefined>((filled, { path, isList, isRequired }) => {
    const [name = '', ...nested] = path;
    if (!filled || nested.length > 0 || !(name in filled)) return filled;
    const id = pick(own, resourceOf(name));
    return withField(filled, path, least && !isRequired ? undefined : isList ? [id] : id);
  }, body);
}

/** The path with ids, and the parameters without which it is refused. */
function pathOf(operation: Operation, ids: string[]): string {
  const path = fill(operation, ids);
  return operation.requiredQuery === '' ? path : `${path}?${operation.requiredQuery}`;
}

/** Everything that can be read of each, but for what changes with time. */
function readAll(api: Api, resources: Resources): Promise<unknown[]> {
  const reads = operations.filter(
    ({ method, path, parameters }) =>
      method === 'GET' && parameters.length === 1 && !/\/(burndown|link|preview)$|^\/(files|calendar)\//.test(path),
  );
  return Promise.all(
    reads.map(async (operation) => {
      const { status, body } = await api.get(fill(operation, [pick(resources, resourceOf('id', operation.path))]));
      return [operation.name, status, body];
    }),
  );
}

/** Everyone who may call it, with it. */
function calls({ callers }: Hidden): [Caller, Operation][] {
  return callers.flatMap((caller) =>
    operations
      .filter((operation) => !operation.isPublic && isOpenTo(caller.role, operation))
      .filter(({ isJwtOnly }) => !(isJwtOnly && caller.name.endsWith('key')))
      .map((operation): [Caller, Operation] => [caller, operation]),
  );
}

describe.each(['another company', 'a project out of reach'] as const)('a resource of %s', (whose) => {
  it('answers 404 in every path, like an unknown or malformed id', async () => {
    const { resources, hides } = hidden[whose];
    let checked = 0;
    for (const [{ name, api }, operation] of calls(hidden[whose])) {
      for (const [index, parameter] of operation.parameters.entries()) {
        const resource = resourceOf(parameter, operation.path);
        if (!hides(resource)) continue;
        const send = (id: string) =>
          api.send(operation.method, pathOf(operation, ownIds(operation).with(index, id)), ownBody(operation));
        const status = await alike([name, operation.name], [pick(resources, resource), ...MALFORMED], send);
        expect([name, operation.name, parameter, status]).toEqual([name, operation.name, parameter, 404]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(40);
  });

  it('is refused in every body, like an unknown id', async () => {
    const { resources, hides } = hidden[whose];
    let checked = 0;
    for (const [{ name, api }, operation] of calls(hidden[whose])) {
      for (const { path, isList } of operation.idFields) {
        const resource = resourceOf(path.at(-1) as string);
        if (!hides(resource)) continue;
        const send = (id: string) => {
          const body = withField(ownBody(operation, true) as object, path, isList ? [id] : id);
          return api.send(operation.method, pathOf(operation, ownIds(operation)), body);
        };
        const status = await alike([name, operation.name, path.join('.')], [pick(resources, resource)], send);
        // What is of the whole company is refused whatever is in it.
        expect([name, operation.name, path, [400, 403, 404].includes(status)]).toEqual([
          name,
          operation.name,
          path,
          true,
        ]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(20);
  });

  it('matches nothing in every filter, like an unknown id', async () => {
    const { resources, hides } = hidden[whose];
    let checked = 0;
    for (const [{ name, api }, operation] of calls(hidden[whose])) {
      if (operation.method !== 'GET') continue;
      for (const filter of operation.query.filter((parameter) => /Ids?$/.test(parameter))) {
        const resource = resourceOf(filter);
        if (!hides(resource)) continue;
        const send = (id: string) =>
          api.get(`${fill(operation, ownIds(operation))}?${operation.requiredQuery}${filter}=${id}`);
        const status = await alike([name, operation.name, filter], [pick(resources, resource)], send);
        expect([name, operation.name, filter, status]).toEqual([name, operation.name, filter, 200]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  it('is unchanged after all attempts', async () => {
    const { resources, owner, before } = hidden[whose];
    expect(await readAll(owner, resources)).toEqual(before);
  });
});
