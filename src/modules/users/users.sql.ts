import { sharedTable } from '#core/database/schema/shared-table.js';
import { AwayInput, AwayResponse, isAwayAt } from './away.dto.js';

export { AwayInput, AwayResponse, isAwayAt };

export const users = sharedTable('users');

/** The user of a row `alias` as responses refer to one: `{id, name}`. */
export function userReference(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'name', ${alias}.name)`;
}
