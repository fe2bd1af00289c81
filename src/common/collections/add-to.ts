/** Adds a value to those of a key. A copy of the list for each value would take a time that grows with its square. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, ...values: readonly Value[]): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [...values]);
  else for (const value of values) list.push(value);
}
