import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { ImportReference, type ReferenceKind } from './import-reference.entity.js';

/** Before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';
const MOST_AT_ONCE = 10_000;

/** Among which references something is looked for. */
export interface ReferenceSpace {
  readonly projectId: string;
  readonly source: string;
  readonly instance: string;
}

export type NewReference = Pick<ImportReference, 'kind' | 'externalId' | 'thingId'> &
  Partial<Pick<ImportReference, 'taskId' | 'url' | 'written' | 'writtenAt'>>;

/** Where things came from, as it is remembered. */
@Injectable()
export class ImportReferencesRepository {
  constructor(private readonly database: Database) {}

  /** By their external ids. */
  async findByExternalIds(
    context: RequestContext,
    { projectId, source, instance }: ReferenceSpace,
    kind: ReferenceKind,
    externalIds: readonly string[],
  ): Promise<Map<string, ImportReference>> {
    if (externalIds.length === 0) return new Map();
    const text = `SELECT ${columnsOf(ImportReference, 'r')} FROM import_references r WHERE r.company_id = $1
      AND r.project_id = $2 AND r.source = $3 AND r.instance = $4 AND r.kind = $5 AND r.external_id = ANY ($6::text[])`;
    const values = [context.companyId, projectId, source, instance, kind, externalIds];
    const rows = await this.database.rows<ImportReference>(context, { text }, values);
    return new Map(rows.map((row) => [row.externalId, row]));
  }

  /** What the newest import has made of something, in whatever project; null when there is nothing. */
  async findThing(
    context: RequestContext,
    { source, instance }: Pick<ReferenceSpace, 'source' | 'instance'>,
    kind: ReferenceKind,
    externalId: string,
  ): Promise<string | null> {
    const text = `SELECT r.thing_id AS id FROM import_references r WHERE r.company_id = $1 AND r.source = $2
      AND r.instance = $3 AND r.kind = $4 AND r.external_id = $5 ORDER BY r.id DESC LIMIT 1`;
    const values = [context.companyId, source, instance, kind, externalId];
    return (await this.database.row<{ id: string }>(context, { text }, values))?.id ?? null;
  }

  /** The things that the archive's ids stand for here, in whatever project, by them. */
  async findThings(
    context: RequestContext,
    { source, instance }: Pick<ReferenceSpace, 'source' | 'instance'>,
    kinds: readonly ReferenceKind[],
    externalIds?: readonly string[],
  ): Promise<Map<string, string>> {
    const text = `SELECT r.external_id AS "externalId", r.thing_id AS "thingId" FROM import_references r WHERE r.company_id = $1
      AND r.source = $2 AND r.instance = $3 AND r.kind = ANY ($4::text[])
      AND ($5::text[] IS NULL OR r.external_id = ANY ($5::text[])) ORDER BY r.id`;
    const values = [context.companyId, source, instance, kinds, externalIds ?? null];
    const rows = await this.database.rows<Pick<ImportReference, 'externalId' | 'thingId'>>(context, { text }, values);
    return new Map(rows.map(({ externalId, thingId }) => [externalId, thingId]));
  }

  /** Remembers what an import has made. */
  async addReferences(
    tx: TransactionContext,
    { projectId, source, instance }: ReferenceSpace,
    importId: string,
    references: readonly NewReference[],
  ): Promise<void> {
    if (references.length === 0) return;
    const rows = references.map((reference) => ({ id: uuidv7(), ...reference, written: reference.written ?? {} }));
    const text = `INSERT INTO import_references (company_id, id, project_id, source, instance, kind, external_id, thing_id,
        task_id, url, import_id, is_made, written, written_at)
      SELECT $1, n.id, $2, $3, $4, n.kind, n."externalId", n."thingId", n."taskId", n.url, $5, true, n.written, n."writtenAt"
      FROM json_to_recordset($6::json) n (id uuid, kind text, "externalId" text, "thingId" uuid, "taskId" uuid, url text,
        written json, "writtenAt" timestamptz)`;
    const values = [tx.companyId, projectId, source, instance, importId, JSON.stringify(rows)];
    await this.database.execute(tx, { text }, values);
  }

  /** Remembers one thing, in place of what came from the same before and is gone. */
  async putReference(
    tx: TransactionContext,
    space: ReferenceSpace,
    importId: string,
    reference: NewReference,
  ): Promise<void> {
    const before = await this.findByExternalIds(tx, space, reference.kind, [reference.externalId]);
    if (before.size > 0)
      await this.removeReferences(
        tx,
        [...before.values()].map(({ id }) => id),
      );
    await this.addReferences(tx, space, importId, [reference]);
  }

  /** Remembers what an import has written again. */
  async updateReferences(
    tx: TransactionContext,
    references: readonly Pick<ImportReference, 'id' | 'written' | 'writtenAt'>[],
  ): Promise<void> {
    if (references.length === 0) return;
    const text = `UPDATE import_references r SET written = n.written, written_at = n."writtenAt"
      FROM json_to_recordset($2::json) n (id uuid, written json, "writtenAt" timestamptz)
      WHERE r.company_id = $1 AND r.id = n.id`;
    await this.database.execute(tx, { text }, [tx.companyId, JSON.stringify(references)]);
  }

  /** Those of one kind that an import made, by id, past `after`. */
  findMade(
    context: RequestContext,
    importId: string,
    kind: ReferenceKind,
    { after = FIRST, most = MOST_AT_ONCE }: { readonly after?: string; readonly most?: number } = {},
  ): Promise<ImportReference[]> {
    const text = `SELECT ${columnsOf(ImportReference, 'r')} FROM import_references r
      WHERE r.company_id = $1 AND r.import_id = $2 AND r.kind = $3 AND r.is_made AND r.id > $4 ORDER BY r.id LIMIT ${most}`;
    return this.database.rows(context, { text }, [context.companyId, importId, kind, after]);
  }

  async removeReferences(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    const text = `DELETE FROM import_references WHERE company_id = $1
      AND (id = ANY ($2::uuid[]) OR task_id IN (
        SELECT r.thing_id FROM import_references r WHERE r.company_id = $1 AND r.id = ANY ($2::uuid[]) AND r.kind = 'task'))`;
    await this.database.execute(tx, { text }, [tx.companyId, ids]);
  }
}

/** A short stand-in for a value: equal values have equal ones. */
export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 16);
}
