import { DEFAULT_COLOR } from '#common/validation/color.js';
import type { ArchivedField } from '#modules/fields/field-imports.service.js';
import { CUSTOM_FIELD_TYPES } from '#schema/fields.js';
import { COLOR, idOf, matching, momentsOf, rowsOf, textOf, textOrNull } from './archived-values.js';
import type { ArchiveZip, Row } from './archive-zip.js';

const FIELD_KEY = /^[a-z][a-z0-9_]{0,49}$/;

/** The fields that the company has made for its tasks, with the lines on which they stand. */
export async function* ownFieldsOf(archive: ArchiveZip): AsyncGenerator<{ line: number; field: ArchivedField }> {
  for await (const { line, row } of archive.rows('fields')) {
    const field = fieldOf(row);
    if (field) yield { line, field };
  }
}

/** Undefined for what is none. */
function fieldOf(row: Row): ArchivedField | undefined {
  const key = matching(row['key'], FIELD_KEY);
  const type = CUSTOM_FIELD_TYPES.find((known) => known === row['type']);
  const name = textOf(row['name']).trim();
  if (key === undefined || type === undefined || name === '') return undefined;
  const options = rowsOf(row['options']).map((option) => ({
    id: idOf(option['id']),
    name: textOf(option['name']).trim(),
    color: matching(option['color'], COLOR) ?? DEFAULT_COLOR,
    archived: option['archived'] === true,
  }));
  return {
    key,
    type,
    name,
    description: textOrNull(row['description']),
    options: options.filter((option) => option.name !== ''),
    projectIds: Array.isArray(row['projectIds']) ? row['projectIds'].map(idOf) : null,
    archived: row['archived'] === true,
    ...momentsOf(row),
  };
}
