import { Injectable } from '@nestjs/common';
import { Database } from '#core/database/database.js';
import type { EpicRecord, SprintRecord } from '../readers/records.js';
import type { ReferenceSpace } from '../import-references.repository.js';
import type { TransactionContext, RequestContext } from '#core/company-scope/request-context.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import { selectReaders } from '#schema/project-reach.js';

interface NamedThing {
  readonly id: string;
  readonly name: string;
  readonly isAnother: boolean;
}

export interface KnownUser extends NamedReference {
  readonly email: string;
}

/** What is here already where an import goes. */
@Injectable()
export class ImportTargetsRepository {
  constructor(private readonly database: Database) {}

  /** All of the project by name, and which of them came from something else than these records. */
  findNamed(
    tx: TransactionContext,
    space: ReferenceSpace,
    kind: 'epic' | 'sprint',
    records: readonly (EpicRecord | SprintRecord)[],
  ): Promise<NamedThing[]> {
    const text = `SELECT x.id, folded(x.name) AS name, EXISTS (SELECT 1 FROM import_references r
        WHERE r.company_id = $1 AND r.project_id = $2 AND r.source = $3 AND r.instance = $4 AND r.kind = $5
          AND r.thing_id = x.id AND r.external_id <> ALL ($6::text[])) AS "isAnother"
      FROM ${kind}s x WHERE x.company_id = $1 AND x.project_id = $2 ORDER BY x.id`;
    const keys = records.map(({ externalId }) => externalId);
    const values = [tx.companyId, space.projectId, space.source, space.instance, kind, keys];
    return this.database.rows<NamedThing>(tx, { text }, values);
  }

  async hasNoTasks(tx: TransactionContext): Promise<boolean> {
    const text = `SELECT NOT EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1) AS "isEmpty"`;
    return (await this.database.row<{ isEmpty: boolean }>(tx, { text }, [tx.companyId]))?.isEmpty ?? false;
  }

  async findAssignable(tx: TransactionContext, projectId: string): Promise<Set<string>> {
    const text = selectReaders('u.id');
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, projectId]);
    return new Set(rows.map(({ id }) => id));
  }

  async findNameOf(context: RequestContext, id: string): Promise<NamedReference> {
    const text = `SELECT u.id, u.name FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    return (await this.database.row<NamedReference>(context, { text }, [context.companyId, id])) ?? { id, name: '' };
  }

  findUsers(context: RequestContext): Promise<KnownUser[]> {
    const text = `SELECT u.id, u.name, u.email FROM users u WHERE u.company_id = $1 AND u.active ORDER BY u.id`;
    return this.database.rows<KnownUser>(context, { text }, [context.companyId]);
  }
}
