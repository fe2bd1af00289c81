// In each fragment `$1` is the company.

/** Where the task came from, as JSON: `[{source, id, url}]`. */
export function externalOf(task: string): string {
  return `coalesce((SELECT json_agg(json_build_object('source', xr.source, 'id', xr.external_id, 'url', xr.url)
      ORDER BY xr.source, xr.external_id)
    FROM import_references xr WHERE xr.company_id = $1 AND xr.kind = 'task' AND xr.thing_id = ${task}.id), '[]'::json)`;
}

/** Whether the task was imported. */
export function cameFromOutside(task: string): string {
  return `EXISTS (SELECT 1 FROM import_references xr
    WHERE xr.company_id = $1 AND xr.kind = 'task' AND xr.thing_id = ${task}.id)`;
}

/** Whether the task came from one of the places; `places` is a parameter, texts such as `jira:WEB-12`. */
export function cameFromAny(task: string, places: string): string {
  return `${task}.id IN (SELECT xr.thing_id FROM unnest(${places}::text[]) place
    JOIN import_references xr ON xr.company_id = $1 AND xr.source = lower(split_part(place, ':', 1))
      AND xr.external_id = substr(place, strpos(place, ':') + 1) WHERE xr.kind = 'task' AND strpos(place, ':') > 0)`;
}
