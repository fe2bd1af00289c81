/** Whether the key of an agent, an id in SQL, is not revoked, or the grant of a program stands. `$1` is the company. */
export function isStandingKey(apiKeyId: string): string {
  return `(EXISTS (SELECT 1 FROM api_keys ak WHERE ak.company_id = $1 AND ak.id = ${apiKeyId} AND ak.revoked_at IS NULL)
    OR EXISTS (SELECT 1 FROM oauth_grants og WHERE og.company_id = $1 AND og.id = ${apiKeyId}))`;
}

/** Whether the virtual colleague of the row has a key. `$1` is the company. */
export function hasKey(colleague: string): string {
  return `EXISTS (SELECT 1 FROM api_keys ak WHERE ak.company_id = $1 AND ak.colleague_id = ${colleague}.id)`;
}
