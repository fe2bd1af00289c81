const LONGEST = 60;
const ASCII = /^[\x20-\x7e]*$/;

/** Latin letters without marks, and digits: other text has none. */
function plain(text: string): string {
  return (ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** What somebody may call a branch for a task, such as `mia/web-12-short-title`; without a Latin first name it begins with the tid. */
export function branchNameOf(
  name: string | null,
  { tid, title }: { readonly tid: string; readonly title: string },
): string {
  const first = plain(name?.trim().split(/\s+/)[0] ?? '');
  const words = plain(title);
  const whole = `${first === '' ? '' : `${first}/`}${tid.toLowerCase()}${words === '' ? '' : `-${words}`}`;
  return whole.slice(0, LONGEST).replace(/-$/, '');
}
