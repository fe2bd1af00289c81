import type { TestUser } from './company.factory.js';

/** A field of one's own as POST /fields answers it. */
export interface TestField {
  id: string;
  key: string;
  name: string;
  type: string;
  description: string | null;
  options: { id: string; name: string; color: string; archived: boolean }[];
  projectIds: string[] | null;
  position: number;
  archived: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Makes a field over the API. */
export async function createField(
  creator: TestUser,
  name: string,
  type: string,
  { options, ...input }: { options?: (string | object)[] } & Record<string, unknown> = {},
): Promise<TestField> {
  const named = options?.map((option) => (typeof option === 'string' ? { name: option } : option));
  const { status, body } = await creator.api.post('/fields', {
    name,
    type,
    ...input,
    ...(named && { options: named }),
  });
  if (status !== 201) throw new Error(`create field: ${JSON.stringify(body)}`);
  return body as TestField;
}
