import { setImmediate } from 'node:timers/promises';

/** Items of an array that are made to text at once: each may have the longest texts there are. */
const BATCH = 10;

/**
 * The JSON text of an answer. A long array in it is converted in turns with other requests: at
 * once it would hold up the event loop (extensions 1.1).
 */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  if (!isObject(value) || !Object.values(value).some(isLong)) return Buffer.from(JSON.stringify(value));
  const parts: Buffer[] = [];
  for (const [name, member] of Object.entries(value)) {
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    if (isLong(member)) parts.push(...(await arrayBytes(member)));
    else parts.push(Buffer.from(JSON.stringify(member)));
  }
  return Buffer.concat([...parts, Buffer.from('}')]);
}

async function arrayBytes(items: unknown[]): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let from = 0; from < items.length; from += BATCH) {
    await setImmediate();
    const text = JSON.stringify(items.slice(from, from + BATCH)).slice(1, -1);
    parts.push(Buffer.from((from === 0 ? '[' : ',') + text));
  }
  return [...parts, Buffer.from(']')];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > BATCH;
}
