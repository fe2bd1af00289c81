import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityMetadata } from 'typeorm';
import type { ForeignKeyMetadata } from 'typeorm/metadata/ForeignKeyMetadata.js';

const COMPANY = 'company_id';
export const TASKS = 'tasks';

/** How a table hangs on another, whose rows take theirs along. */
interface Tie {
  readonly column: string;
  readonly to: string;
}

/** A table whose rows go into the trash with their task. */
export interface TrashedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly ids: readonly string[];
  /** To what is in the trash with it; nothing for the tasks themselves. */
  readonly ties: readonly Tie[];
  /** To what may be gone when it comes back. */
  readonly needs: readonly Tie[];
}

/** Everything that the database deletes with a task, by its foreign keys: those on which others hang come first. */
@Injectable()
export class TrashedTables {
  readonly all: readonly TrashedTable[];

  constructor(@InjectDataSource() { entityMetadatas }: DataSource) {
    const tables: TrashedTable[] = [];
    for (let level = entityMetadatas.filter(({ tableName }) => tableName === TASKS); level.length > 0;) {
      tables.push(...level.map((entity) => trashedTable(entity)));
      const last = level.map(({ tableName }) => tableName);
      const known = new Set(tables.map(({ name }) => name));
      level = entityMetadatas.filter(
        ({ tableName, foreignKeys }) =>
          !known.has(tableName) && foreignKeys.some((key) => goesWith(key) && last.includes(nameOf(key))),
      );
    }
    const names = new Set(tables.map(({ name }) => name));
    this.all = tables.map((table) => ({
      ...table,
      ties: table.name === TASKS ? [] : table.needs.filter(({ to }) => names.has(to)),
      needs: table.name === TASKS ? [] : table.needs,
    }));
  }
}

const nameOf = (key: ForeignKeyMetadata): string => key.referencedEntityMetadata.tableName;
const goesWith = ({ onDelete }: ForeignKeyMetadata): boolean => onDelete === 'CASCADE';

function trashedTable({ tableName, columns, primaryColumns, foreignKeys }: EntityMetadata): TrashedTable {
  const needs = foreignKeys.filter(goesWith).flatMap((key) => {
    const column = key.columnNames.find((name) => name !== COMPANY);
    return column === undefined ? [] : [{ column, to: nameOf(key) }];
  });
  const ids = primaryColumns.map(({ databaseName }) => databaseName).filter((name) => name !== COMPANY);
  const names = columns.map(({ databaseName }) => databaseName);
  return { name: tableName, columns: names, ids, ties: [], needs };
}
