import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ImportOptions } from '#modules/imports/import-input.dto.js';
import type { FieldRecord, ImportReader, ImportRecord, TaskRecord } from '#modules/imports/readers/records.js';

/** What a reader makes of a file: one that another tracker has written, by its name, or a text. */
export async function recordsOf(
  reader: ImportReader,
  file: string | { readonly file: string | Buffer },
  options: ImportOptions = {},
): Promise<ImportRecord[]> {
  const bytes =
    typeof file === 'string'
      ? readFileSync(join(import.meta.dirname, '../imports/files', file))
      : Buffer.from(file.file as string);
  const records: ImportRecord[] = [];
  for await (const record of reader({ path: '', open: () => Readable.from([bytes]) }, options)) records.push(record);
  return records;
}

export function tasksIn(records: readonly ImportRecord[]): TaskRecord[] {
  return records.filter((record) => record.kind === 'task');
}

export function fieldsIn(records: readonly ImportRecord[]): FieldRecord[] {
  return records.filter((record) => record.kind === 'field');
}

export function problemsIn(records: readonly ImportRecord[]): string[] {
  return records.flatMap((record) =>
    record.kind === 'problem' || record.kind === 'skipped' || record.kind === 'failed' ? [record.message] : [],
  );
}
