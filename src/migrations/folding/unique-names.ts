import { Logger } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';

/** An index that keeps the names of a table apart. */
export interface UniqueNames {
  readonly index: string;
  readonly table: string;
  /** Columns within whose values names are unique. */
  readonly within: readonly string[];
  /** Of the rows whose names count, in SQL. */
  readonly where?: string;
}

const logger = new Logger('Migrations');

/**
 * Makes the index over the names as they are compared. Of those that are alike by now the oldest is in it. The others stay, and
 * are left out by their ids: the services see to it that none joins them.
 */
export async function keepNamesApart(runner: QueryRunner, names: UniqueNames): Promise<void> {
  const { index, table, within, where = 'TRUE' } = names;
  const alike = await findAlike(runner, names);
  for (const { id, name, companyId } of alike) {
    logger.warn(
      `In ${table} of company ${companyId}, ${id} keeps the name ${JSON.stringify(name)}, though an older one is called so, too`,
    );
  }
  const others = alike.map(({ id }) => `'${id}'`).join(', ');
  const conditions = [...(names.where ? [where] : []), ...(others ? [`id <> ALL (ARRAY[${others}]::uuid[])`] : [])];
  await runner.query(`DROP INDEX ${index}`);
  await runner.query(`CREATE UNIQUE INDEX ${index} ON ${table} (${within.join(', ')}, folded(name))
    ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`);
}

interface AlikeName {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
}

async function findAlike(runner: QueryRunner, { table, within, where = 'TRUE' }: UniqueNames): Promise<AlikeName[]> {
  return (await runner.query(`SELECT id, company_id AS "companyId", name FROM (
      SELECT id, company_id, name, row_number() OVER (PARTITION BY ${within.join(', ')}, folded(name) ORDER BY id) AS place
      FROM ${table} WHERE ${where}) named WHERE place > 1 ORDER BY company_id, id`)) as AlikeName[];
}
