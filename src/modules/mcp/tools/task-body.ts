import { type Names, isNone } from '../names.js';
import type { SomeTaskFields } from './parameters.js';

type Body = Record<string, unknown>;

/** The fields of a task as the API takes them: what is left out stays out, `none` and null clear. */
export async function taskBody(names: Names, fields: SomeTaskFields, projectId: string | undefined): Promise<Body> {
  const { assignee, sprint, epic, parent, labels, ...asTheyAre } = fields;
  const body: Body = { ...asTheyAre };
  const set = async (name: string, said: string | null | undefined, find: (said: string) => Promise<string | null>) => {
    if (said !== undefined) body[name] = said === null ? null : await find(said);
  };
  await set('assigneeId', assignee, (said) => names.person(said));
  await set('sprintId', sprint, (said) => names.sprint(said, projectId));
  await set('epicId', epic, (said) => names.epic(said, projectId));
  await set('parentId', parent, async (said) => (isNone(said) ? null : (await names.task(said)).id));
  if (labels) body.labelIds = await names.labels(labels);
  return body;
}
