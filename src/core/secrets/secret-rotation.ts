import type { DataSource } from 'typeorm';
import type { SecretPlace, Secrets } from './secrets.js';
import { lockWritePermit } from '../database/schema/write-permit.js';
import { SECRET_MARK } from './secret.column.js';

/** What a rotation has come to in one column. */
export interface ColumnRotation {
  readonly table: string;
  readonly column: string;
  /** Secrets that are now under the first key. */
  readonly rotated: number;
  /** Ids of rows whose secret no listed key can decrypt. */
  readonly unreadable: string[];
}

interface SecretRow {
  companyId: string;
  id: string;
  secret: string;
}

const BATCH = 500;

/**
 * Encrypts every stored secret anew that is not under the first key, while the service runs. A secret that changes
 * meanwhile is left alone. Columns are found by `@SecretColumn`.
 */
export async function rotateSecrets(dataSource: DataSource, secrets: Secrets): Promise<ColumnRotation[]> {
  const rotations: ColumnRotation[] = [];
  for (const { tableName, columns } of dataSource.entityMetadatas) {
    for (const { transformer, databaseName } of columns) {
      if (transformer !== SECRET_MARK) continue;
      rotations.push(await rotateColumn(dataSource, secrets, { table: tableName, column: databaseName }));
    }
  }
  return rotations;
}

async function rotateColumn(
  dataSource: DataSource,
  secrets: Secrets,
  { table, column }: Pick<SecretPlace, 'table' | 'column'>,
): Promise<ColumnRotation> {
  const unreadable: string[] = [];
  let rotated = 0;
  let last = { companyId: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const rows = await dataSource.query<SecretRow[]>(
      `SELECT company_id AS "companyId", id, "${column}" AS secret FROM "${table}"
        WHERE (company_id, id) > ($1, $2) AND "${column}" IS NOT NULL ORDER BY company_id, id LIMIT ${BATCH}`,
      [last.companyId, last.id],
    );
    for (const { companyId, id, secret } of rows.filter((row) => !secrets.isCurrent(row.secret))) {
      const renewed = renew(secrets, secret, { table, column, companyId, id });
      if (renewed === undefined) unreadable.push(id);
      else {
        rotated += await dataSource.transaction(async (manager) => {
          await manager.query(lockWritePermit(dataSource));
          const [, changed] = await manager.query<[unknown, number]>(
            `UPDATE "${table}" SET "${column}" = $4 WHERE company_id = $1 AND id = $2 AND "${column}" = $3`,
            [companyId, id, secret, renewed],
          );
          return changed;
        });
      }
    }
    const end = rows.at(-1);
    if (!end) return { table, column, rotated, unreadable };
    last = end;
  }
}

function renew(secrets: Secrets, secret: string, place: SecretPlace): string | undefined {
  try {
    return secrets.encrypt(secrets.decrypt(secret, place), place);
  } catch {
    return undefined;
  }
}
