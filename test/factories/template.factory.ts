import type { TestUser } from './company.factory.js';

/** A template as POST /templates answers it. */
export interface TestTemplate {
  id: string;
  name: string;
  description: string | null;
  projectId: string | null;
  task: Record<string, unknown>;
  subtasks: Record<string, unknown>[];
  createdById: string;
  createdAt: string;
  updatedAt: string;
}

let sequence = 0;

/** Makes a template over the API; without a project one of the company. */
export async function createTemplate(
  creator: Pick<TestUser, 'api'>,
  projectId: string | null,
  input: object = {},
): Promise<TestTemplate> {
  sequence += 1;
  const own = projectId === null ? {} : { projectId };
  const { status, body } = await creator.api.post('/templates', {
    name: `Template ${sequence}`,
    task: { title: 'Made' },
    ...own,
    ...input,
  });
  if (status !== 201) throw new Error(`create template: ${JSON.stringify(body)}`);
  return body as TestTemplate;
}
