/** Whether somebody has the row `view` among the favorites; `$1` is the company. */
export function isFavorite(view: string): string {
  return `EXISTS (SELECT 1 FROM view_favorites f WHERE f.company_id = $1 AND f.view_id = ${view}.id)`;
}
