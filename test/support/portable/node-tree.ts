/** A node of a parse tree as PostgreSQL prints it (`debug_print_parse`). */
export interface TreeNode {
  readonly kind: string;
  readonly fields: Readonly<Record<string, TreeValue>>;
}

/** A list is an array, and all that is no node and no list is text. */
export type TreeValue = TreeNode | readonly TreeValue[] | string | null;

/** Brackets, and words with escaped characters. */
const TOKEN = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g;

export function readNodeTree(printed: string): TreeValue {
  const tokens = printed.match(TOKEN) ?? [];
  let next = 0;

  function readValue(): TreeValue {
    const token = tokens[next++];
    if (token === '{') return readNode();
    if (token === '(') return readList();
    return token === undefined || token === '<>' ? null : token;
  }

  function readNode(): TreeNode {
    const kind = tokens[next++] ?? '';
    const fields: Record<string, TreeValue> = {};
    while (tokens[next] !== '}') {
      const name = (tokens[next++] ?? '').slice(1);
      fields[name] = readValue();
      // The bytes of a constant follow their number.
      while (next < tokens.length && tokens[next] !== '}' && !tokens[next]?.startsWith(':')) next += 1;
    }
    next += 1;
    return { kind, fields };
  }

  function readList(): readonly TreeValue[] {
    const values: TreeValue[] = [];
    while (next < tokens.length && tokens[next] !== ')') values.push(readValue());
    next += 1;
    return values;
  }

  return readValue();
}

export function isNode(value: TreeValue | undefined): value is TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The nodes of a list. */
export function nodesOf(value: TreeValue | undefined): TreeNode[] {
  return Array.isArray(value) ? (value as readonly TreeValue[]).filter(isNode) : [];
}

/** The nodes under a value, itself included. `enters` says whether to look into a node. */
export function* nodesUnder(
  value: TreeValue | undefined,
  enters: (node: TreeNode) => boolean = () => true,
): Generator<TreeNode> {
  if (Array.isArray(value)) {
    for (const item of value as readonly TreeValue[]) yield* nodesUnder(item, enters);
  } else if (isNode(value)) {
    yield value;
    if (enters(value)) for (const field of Object.values(value.fields)) yield* nodesUnder(field, enters);
  }
}

/** A value that is one word; empty for any other. */
export function wordOf(value: TreeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
