import { ScimRequestError } from '#common/errors/scim-errors.js';
import { withoutSchema } from './scim-filter.js';
import { type Attributes, isObject, lowered } from './scim-input.js';

/** One attribute that a PATCH sets. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** In lower case, with what is below it: `name.givenname`. */
  readonly attribute: string;
  /** Of a value path such as `members[value eq "…"]`: the value. */
  readonly selected?: string;
  readonly value: unknown;
}

const PATH = /^([\w$:.-]+)(?:\[([^\]]*)\])?(?:\.([\w$-]+))?$/;
const SELECTION = /^\s*value\s+eq\s+"([^"\\]*)"\s*$/i;
const MOST_OPERATIONS = 1_000;

/** Reads the operations of a PATCH; one without a path becomes one for each attribute (RFC 7644, 3.5.2). */
export function readOperations(body: Attributes): PatchOperation[] {
  const { operations } = lowered(body);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS) {
    throw new ScimRequestError('invalidSyntax', `Operations must be a list of 1 to ${MOST_OPERATIONS} operations`);
  }
  return operations.flatMap(readOperation);
}

function readOperation(given: unknown): PatchOperation[] {
  const { op, path, value } = isObject(given) ? lowered(given) : {};
  const name = typeof op === 'string' ? op.toLowerCase() : '';
  if (name !== 'add' && name !== 'replace' && name !== 'remove') {
    throw new ScimRequestError('invalidSyntax', 'op must be add, replace or remove');
  }
  if (path !== undefined && path !== null && path !== '') return [{ op: name, ...readPath(path), value }];
  if (name === 'remove') throw new ScimRequestError('noTarget', 'remove needs a path');
  if (!isObject(value)) throw new ScimRequestError('invalidValue', 'Without a path, value must be an object');
  return Object.entries(value).map(([attribute, item]) => ({ op: name, ...readPath(attribute), value: item }));
}

function readPath(path: unknown): Pick<PatchOperation, 'attribute' | 'selected'> {
  const [, name, selection, below] = (typeof path === 'string' ? PATH.exec(withoutSchema(path.trim())) : null) ?? [];
  if (name === undefined) throw new ScimRequestError('invalidPath', 'The path cannot be read');
  const attribute = (below === undefined ? name : `${name}.${below}`).toLowerCase();
  if (selection === undefined) return { attribute };
  const selected = SELECTION.exec(selection)?.[1];
  if (selected === undefined && attribute.startsWith('members')) {
    throw new ScimRequestError('invalidPath', 'Members are selected by members[value eq "<id>"]');
  }
  return { attribute, selected };
}
