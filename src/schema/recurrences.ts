/** Whether a recurrence makes its tasks from the template. `$1` is the company. */
export function usesTemplate(template: string): string {
  return `EXISTS (SELECT 1 FROM recurrences ur WHERE ur.company_id = $1 AND ur.template_id = ${template}.id)`;
}

/** The tasks of the recurrences that a condition on their rows `r` selects are of none; `$1` is the company. */
export function forgetRecurrences(condition: string): string {
  return `UPDATE tasks SET recurrence_id = NULL WHERE company_id = $1 AND recurrence_id IN (
    SELECT r.id FROM recurrences r WHERE r.company_id = $1 AND ${condition})`;
}

/** Which of the recurrences `$2` are there. `$1` is the company. */
export const PRESENT_RECURRENCES = 'SELECT r.id FROM recurrences r WHERE r.company_id = $1 AND r.id = ANY ($2::uuid[])';

/** The tasks `$3` are those of the recurrence `$2`. `$1` is the company. */
export const JOIN_RECURRENCE = {
  text: 'UPDATE tasks SET recurrence_id = $2 WHERE company_id = $1 AND id = ANY ($3::uuid[])',
};
