/** The people and teams whose ids stand in the array `ids` of the row, as JSON with their present names. `$1` is the company. */
export function mentionsOf(ids: string): string {
  return `CASE WHEN ${ids} IS NULL THEN '[]'::json ELSE (
    SELECT coalesce(json_agg(json_build_object('type', CASE WHEN mu.id IS NULL THEN 'team' ELSE 'user' END,
        'id', m.id, 'name', coalesce(mu.name, mt.name)) ORDER BY m.place), '[]')
    FROM unnest(${ids}) WITH ORDINALITY m (id, place)
      LEFT JOIN users mu ON mu.company_id = $1 AND mu.id = m.id
      LEFT JOIN teams mt ON mt.company_id = $1 AND mt.id = m.id
    WHERE mu.id IS NOT NULL OR mt.id IS NOT NULL) END`;
}
