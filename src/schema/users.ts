/** The user of a row `alias` as responses refer to one: `{id, name}`. */
export function userReference(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'name', ${alias}.name)`;
}
