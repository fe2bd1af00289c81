import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestUser } from '../factories/company.factory.js';
import type { Answer } from './api.js';
import { eventually } from './eventually.js';

/** JSON of any shape. */
export type Shown = Answer['body'];

/** An import as answers show it. */
export type TestImport = Record<string, Shown>;

/** A file that another tracker has written. */
export function exportedFile(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../imports/files', name));
}

/** Sends the bytes of a file. */
export async function uploadImport(
  user: TestUser,
  baseUrl: string,
  id: string,
  bytes: string | Buffer,
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/imports/${id}/content`, {
    method: 'PUT',
    headers: { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${user.token}`, 'Content-Type': 'text/csv' },
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text), text };
}

/** Milliseconds that an import may take on a busy machine. */
const LONGEST_RUN = 60_000;

/** Waits until the import is in one of the states, or has failed. */
export async function importIn(user: TestUser, id: string, ...states: string[]): Promise<TestImport> {
  let row: TestImport = {};
  await eventually(
    `the import is ${states.join(' or ')}`,
    async () => {
      row = (await user.api.get(`/imports/${id}`)).body;
      return [...states, 'failed'].includes(row['state']);
    },
    LONGEST_RUN,
  );
  return row;
}

/** Makes an import with its file, and checks it. */
export async function checkedImport(
  user: TestUser,
  baseUrl: string,
  input: object,
  bytes: string | Buffer,
): Promise<TestImport> {
  const made = await user.api.post('/imports', input);
  if (made.status !== 201) throw new Error(`POST /imports: ${made.text}`);
  const { id } = made.body;
  const uploaded = await uploadImport(user, baseUrl, id, bytes);
  if (uploaded.status !== 200) throw new Error(`upload: ${uploaded.text}`);
  await user.api.post(`/imports/${id}/check`);
  return importIn(user, id, 'checked');
}

export async function startedImport(user: TestUser, id: string): Promise<TestImport> {
  const started = await user.api.post(`/imports/${id}/start`);
  if (started.status !== 202) throw new Error(`start: ${started.text}`);
  return importIn(user, id, 'done', 'stopped');
}
