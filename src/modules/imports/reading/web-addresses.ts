import { addressLeftOut, webAddressOf } from '#common/validation/web-address.js';
import type { ImportRecord, ProblemRecord, TaskRecord } from '../readers/records.js';

/** Records whose addresses are http or https; others are left out, each with a problem. */
export async function* withWebAddresses(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportRecord> {
  for await (const record of records) {
    if (record.kind === 'task') yield* taskWithWebAddresses(record);
    else yield record;
  }
}

function* taskWithWebAddresses(task: TaskRecord): Generator<ImportRecord> {
  const problems: ProblemRecord[] = [];
  const checked = (field: string, address: string): string | undefined => {
    const web = webAddressOf(address);
    if (web === undefined) problems.push(problemOf(task, field, address));
    return web;
  };
  const url = task.url ? (checked('url', task.url) ?? null) : task.url;
  const files = task.files?.flatMap((file) => {
    const address = checked('files', file.url);
    return address === undefined ? [] : [{ ...file, url: address }];
  });
  yield* problems;
  yield { ...task, ...(url !== undefined && { url }), ...(files && { files }) };
}

function problemOf({ row, externalId }: TaskRecord, field: string, address: string): ProblemRecord {
  return { kind: 'problem', row, externalId, field, message: addressLeftOut(address) };
}
