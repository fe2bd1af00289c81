import { openApiDocument } from './openapi-document.js';

interface Schema {
  $ref?: string;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  readOnly?: boolean;
  [union: string]: unknown;
}

/** A field that some JSON body takes; `name` is its path from the root. */
export interface RequestField {
  readonly name: string;
  readonly schema: Schema;
}

/** Every field of every JSON body that the description knows, and that can be set. */
export function requestFields(): RequestField[] {
  const operations = Object.values(openApiDocument.paths).flatMap((path) => Object.values(path as object));
  return (operations as { requestBody?: { content: Record<string, { schema: Schema }> } }[]).flatMap(
    ({ requestBody }) => fieldsOf(requestBody?.content['application/json']?.schema),
  );
}

function fieldsOf(
  schema: Schema | undefined,
  path: readonly string[] = [],
  within: readonly string[] = [],
): RequestField[] {
  if (!schema) return [];
  const { $ref, properties = {}, items } = schema;
  if ($ref !== undefined) {
    if (within.includes($ref)) return [];
    const schemas = openApiDocument.components?.schemas as Record<string, Schema>;
    return fieldsOf(schemas[$ref.replace(/^.*\//, '')], path, [...within, $ref]);
  }
  const members = ['allOf', 'anyOf', 'oneOf'].flatMap((union) => (schema[union] ?? []) as Schema[]);
  return [
    ...Object.entries(properties).flatMap(([name, of]) =>
      of.readOnly ? [] : [{ name: [...path, name].join('.'), schema: of }, ...fieldsOf(of, [...path, name], within)],
    ),
    ...[...members, ...(items ? [items] : [])].flatMap((of) => fieldsOf(of, path, within)),
  ];
}
