// Writes src/migrations/folding/functions.ts from src/common/text/folded.ts, which must be built. A migration stays as it is once it has
// run somewhere, so this is for one that is new.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCENTED_LETTER, folded, IGNORABLE, MARK, unaccented } from '../dist/src/common/text/folded.js';

const LAST_CODE_POINT = 0x10ffff;

/** The code points that a pattern of one character has. */
function pointsOf(pattern) {
  const found = [];
  for (let point = 1; point <= LAST_CODE_POINT; point += 1) {
    if (pattern.test(String.fromCodePoint(point))) found.push(point);
  }
  return found;
}

/** The same class of characters in a regular expression of PostgreSQL, which has none by property. */
function classOf(source) {
  const ranges = [];
  for (const point of pointsOf(new RegExp(`^${source}$`, 'u'))) {
    const last = ranges.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const escaped = (point) => `\\U${point.toString(16).padStart(8, '0')}`;
  return `[${ranges.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`)).join('')}]`;
}

/** What each letter beyond ASCII becomes, of those that do not stay as they are. */
function mapOf(form) {
  const letters = pointsOf(/^[\p{L}\p{M}\p{N}\p{S}]$/u).map((point) => String.fromCodePoint(point));
  const changed = letters.filter(
    (letter) => letter > '\x7f' && letter.normalize('NFC') === letter && form(letter) !== letter,
  );
  return JSON.stringify(
    Object.fromEntries(changed.filter((letter) => form(letter) !== '').map((letter) => [letter, form(letter)])),
  );
}

/** Reads the text, letter after letter beyond ASCII, and replaces each everywhere at once: of most texts there are few. */
function functionOf(name, form, last) {
  return `  String.raw\`CREATE FUNCTION ${name}(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $function$
    DECLARE
      answer text := regexp_replace($1, '${classOf(IGNORABLE)}+', '', 'g');
      rest text;
      letter text;
      form text;
    BEGIN
      IF answer IS NOT NFC NORMALIZED THEN answer := normalize(answer, NFC); END IF;
      answer := lower(answer COLLATE "C");
      rest := translate(answer, ' enirtasohldcugmpbfvwkyzjqx.,-0123456789' || chr(10), '');
      WHILE rest <> '' LOOP
        letter := left(rest, 1);
        rest := replace(rest, letter, '');
        form := '${mapOf(form)}'::jsonb ->> letter;
        IF form IS NOT NULL THEN answer := replace(answer, letter, form); END IF;
      END LOOP;
${last}      IF answer IS NOT NFC NORMALIZED THEN answer := normalize(answer, NFC); END IF;
      RETURN answer;
    END
  $function$\`,
`;
}

const WITHOUT_MARKS = `      IF answer ~ '${classOf(MARK)}' THEN
        answer := regexp_replace(normalize(answer, NFD), '(${classOf(ACCENTED_LETTER)})${classOf(MARK)}+', '\\1', 'g');
      END IF;
`;

writeFileSync(
  join(import.meta.dirname, '../src/migrations/folding/functions.ts'),
  `// Written by scripts/write-folding.mjs.

/**
 * \`folded()\` and \`unaccented()\` of \`common/text/folded.ts\` for PostgreSQL. They are plain SQL as far as ASCII goes, which the planner
 * writes into the statement. The rest knows no schema, so that an index with it can be restored. Unicode never changes how a character
 * folds; for characters that are new there is a new migration.
 */
export const FOLDING_FUNCTIONS: readonly string[] = [
${functionOf('folded_beyond_ascii', folded, '')}${functionOf('unaccented_beyond_ascii', unaccented, WITHOUT_MARKS)}  \`CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN octet_length($1) = length($1) THEN lower($1 COLLATE "C") ELSE folded_beyond_ascii($1) END\`,
  \`CREATE FUNCTION unaccented(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN octet_length($1) = length($1) THEN lower($1 COLLATE "C") ELSE unaccented_beyond_ascii($1) END\`,
];
`,
);
