/** SQL of what people think of the action of the row, `{useful, notUseful, mine}`; `user` is the parameter of the caller. */
export function feedbackOf(action: string, user: string): string {
  return `(SELECT json_build_object('useful', count(*) FILTER (WHERE f.useful), 'notUseful', count(*) FILTER (WHERE NOT f.useful),
      'mine', bool_or(f.useful) FILTER (WHERE f.user_id = ${user}))
    FROM virtual_colleague_feedback f WHERE f.company_id = $1 AND f.activity_id = ${action}.id)`;
}
