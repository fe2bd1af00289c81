import { DefaultNamingStrategy, NamingStrategyInterface, Table } from 'typeorm';

/**
 * The names of the schema: columns as their properties in snake case (`dueDate` is `due_date`), `tasks_pkey`,
 * `tasks_project_fkey`.
 */
export class Naming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName || snakeCase(propertyName);
  }

  override primaryKeyName(table: Table | string): string {
    return `${nameOf(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    const column = columnNames.find((name) => name !== 'company_id') ?? 'company_id';
    return `${nameOf(table)}_${column.replace(/_id$/, '')}_fkey`;
  }
}

function nameOf(table: Table | string): string {
  return typeof table === 'string' ? table : table.name;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
