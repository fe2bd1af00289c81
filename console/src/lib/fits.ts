/** Whether a name has every word that is typed. */
export function fits(name: string, typed: string): boolean {
  const lower = name.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
