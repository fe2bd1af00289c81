const MOST_PROPERTIES = 2_000;
const MOST_ELEMENTS = 10_000;
const DEEPEST_NESTING = 20;

const TOO_MANY_PROPERTIES = 'The request body must not hold more than 2,000 properties in all';
const TOO_MANY_ELEMENTS = 'The request body must not hold more than 10,000 array elements in all';
const TOO_DEEP = `The request body must not be nested deeper than ${DEEPEST_NESTING} levels`;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);
const OPEN_ARRAY = '['.charCodeAt(0);
const CLOSE_ARRAY = ']'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/**
 * The limit that a JSON text in UTF-8 exceeds, in words for the client, or undefined. One walk over
 * the bytes before they are parsed. So properties with the same name count each, and nothing past the limits is parsed.
 * For a text that is not JSON the result means nothing.
 */
export function exceededLimit(json: Uint8Array): string | undefined {
  const open: number[] = [];
  let properties = 0;
  let elements = 0;
  let previous = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    // All white space of JSON, and nothing that counts.
    if (byte <= SPACE) continue;
    if (byte === QUOTE) {
      at = endOfString(json, at);
    } else if (byte === COLON) {
      properties += 1;
      if (properties > MOST_PROPERTIES) return TOO_MANY_PROPERTIES;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (open.push(byte) > DEEPEST_NESTING) return TOO_DEEP;
    } else if (byte === COMMA || byte === CLOSE_ARRAY) {
      // Each of the two ends an element, unless the array is empty.
      if (open.at(-1) === OPEN_ARRAY && previous !== OPEN_ARRAY) elements += 1;
      if (elements > MOST_ELEMENTS) return TOO_MANY_ELEMENTS;
    }
    if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) open.pop();
    previous = byte;
  }
  return undefined;
}

/** Where the string that begins at `start` ends: at its closing quote, or with the text. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
