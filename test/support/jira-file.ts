/** An export of Jira: issues whose parents and blockers come later, each with a comment. */
export function jiraFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = index + 1;
    const parent = number % 10 === 0 ? '' : `BIG-${Math.ceil(number / 10) * 10}`;
    const blocks = number % 7 === 0 ? `BIG-${((number * 3) % rows) + 1}` : '';
    return `Task ${number},BIG-${number},To Do,label ${number % 5},${parent},${blocks},05/Jan/26 9:05 AM;ana;Hello ${number}`;
  });
  return ['Summary,Issue key,Status,Labels,Parent key,Outward issue link (Blocks),Comment', ...lines].join('\n');
}
