import type { OpenAPIObject } from '@nestjs/swagger';
import { UUID_PATTERN } from '#common/validation/uuid.js';
import { LEAST_ROLE, type Permission } from '../access/permissions.js';
import { type Operation, operationsOf, type Place } from './document.js';

type Extended = Operation & { 'x-permission'?: Permission; 'x-jwt-only'?: true };
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>;

/** What the ids of tasks and projects may be in a path besides ids. */
const NAMES_IN_PATHS: Readonly<Record<string, { readonly pattern: string; readonly called: string }>> = {
  tasks: { pattern: '[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,8}', called: 'tid, such as `WEB-12`' },
  projects: { pattern: '[A-Za-z][A-Za-z0-9]{1,9}', called: 'key, such as `WEB`' },
};

/** Says of every operation what its decorators and comment do not say themselves. */
export function completeOperations(document: OpenAPIObject): void {
  const places = operationsOf(document);
  for (const place of places) {
    describe(place.operation);
    // An empty list says so: nothing is needed. None at all would say nothing.
    place.operation.security ??= [];
    for (const parameter of place.operation.parameters ?? []) {
      if ('name' in parameter) completeParameter(parameter, place.path);
    }
    if (place.method === 'post') link(place, places);
  }
}

/** Of a comment, the first sentence is the summary, the rest the description. Who may call it comes from its permission. */
function describe(operation: Extended): void {
  const comment = (operation.summary ?? '').replace(/\s+/g, ' ').trim();
  const end = comment.search(/[.](?= [A-Z`])/);
  const [first, rest] = end < 0 ? [comment, ''] : [comment.slice(0, end), comment.slice(end + 1).trim()];
  operation.summary = first.replace(/\.$/, '');
  operation.description = [rest, accessOf(operation)].filter(Boolean).join('\n\n');
}

function accessOf({ security, ...operation }: Extended): string {
  const permission = operation['x-permission'];
  if (!security || !permission) return 'Open to everyone, without credentials.';
  const role = LEAST_ROLE[permission];
  const who =
    role === 'VIEWER' ? 'Any role may call it, VIEWER and up.' : `The least role that may call it is ${role}.`;
  return operation['x-jwt-only'] ? `${who} It needs a login: an API key gets a 403.` : who;
}

function completeParameter(parameter: Parameter, path: string): void {
  const { schema } = parameter;
  if (parameter.in === 'path' && /id$/i.test(parameter.name)) completeId(parameter, path);
  // A list is one value, separated by commas.
  else if (parameter.in === 'query' && schema && 'type' in schema && schema.type === 'array') {
    Object.assign(parameter, { style: 'form', explode: false });
  }
}

/** `{id}` of `/labels/{id}` is the id of a label. */
function completeId(parameter: Parameter, path: string): void {
  const segments = path.split('/');
  const index = segments.indexOf(`{${parameter.name}}`);
  const things = segments[index - 1] ?? '';
  const names = index === 2 ? NAMES_IN_PATHS[things] : undefined;
  const thing =
    parameter.name === 'id'
      ? things
          .replaceAll('-', ' ')
          .replace(/ies$/, 'y')
          .replace(/(?<=[^aeo]us|ss|x|ch|sh)es$|s$/, '')
      : wordsOf(parameter.name);
  parameter.description ??= `The id of the ${thing}${names ? `, or its ${names.called}` : ''}.`;
  // One type with one pattern: generators make a class of a union, even of texts.
  parameter.schema = names
    ? { type: 'string', pattern: `^(?:${UUID_PATTERN}|${names.pattern})$` }
    : { type: 'string', format: 'uuid' };
}

/** `user` of `userId`. */
function wordsOf(name: string): string {
  return name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** From what creates something to what can be done with it. */
function link({ path, operation }: Place, places: readonly Place[]): void {
  const created = operation.responses['201'];
  if (!created || '$ref' in created) return;
  for (const target of places) {
    const parameters = linkParameters(path, target.path);
    const { operationId } = target.operation;
    if (!parameters || !operationId) continue;
    created.links = {
      ...created.links,
      [operationId]: { operationId, parameters, description: target.operation.summary },
    };
  }
}

function linkParameters(path: string, target: string): Record<string, string> | undefined {
  const [, ...names] = target.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? part : undefined));
  const parameters = names.filter((name) => name !== undefined);
  // Of many the first one: `/tasks/bulk-create` answers `{tasks: [...]}`.
  const [, many] = /^\/([\w-]+)\/bulk-create$/.exec(path) ?? [];
  const things = many ?? path.slice(path.lastIndexOf('/') + 1);
  const id = many ? `$response.body#/${many}/0/id` : '$response.body#/id';
  if (target.startsWith(`/${things}/{id}`) && parameters.length === 1) return { id };
  const [own, ...others] = parameters.toReversed();
  if (own === undefined || target !== `${path}/{${own}}`) return undefined;
  return Object.fromEntries([...others.map((name) => [name, `$request.path.${name}`] as const), [own, id] as const]);
}
