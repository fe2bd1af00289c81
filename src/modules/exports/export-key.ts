import type { Export } from './export.entity.js';

/** Where the bytes of an archive are in their store. */
export function keyOfExport({ companyId, id }: Pick<Export, 'companyId' | 'id'>): string {
  return `${companyId}/exports/${id}`;
}
