// Writes src/migrations/folding/functions.ts from src/common/text/folded.ts, which must be built. A migration stays as it is once it has
// run somewhere, so this is for one that is new.
import { writeFileSync } from 'node:fs';
import { ACCENTED_LETTER, folded, IGNORABLE, MARK, PLAIN_LETTERS } from '../dist/src/common/text/folded.js';

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

const letters = pointsOf(/^\p{Changes_When_Casefolded}$/u).map((point) => String.fromCodePoint(point));
const folds = Object.fromEntries(letters.filter((letter) => letter > '\x7f').map((letter) => [letter, folded(letter)]));
const bare = Object.entries(PLAIN_LETTERS).reduce(
  (sql, [letter, plain]) => `replace(${sql}, '${letter}', '${plain}')`,
  'bare',
);

writeFileSync(
  new URL('../src/migrations/folding/functions.ts', import.meta.url),
  `// Written by scripts/write-folding.mjs.

/**
 * \`folded()\` and \`unaccented()\` of \`common/text/folded.ts\` for PostgreSQL. They are plain SQL as far as ASCII goes, which the planner
 * writes into the statement. The rest knows no schema, so that an index with it can be restored. Unicode never changes how a character
 * folds; for characters that are new there is a new migration.
 */
export const FOLDING_FUNCTIONS: readonly string[] = [
  String.raw\`CREATE FUNCTION folded_beyond_ascii(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $function$
    DECLARE
      folds CONSTANT jsonb := '${JSON.stringify(folds)}'::jsonb;
      folding text := regexp_replace($1, '${classOf(IGNORABLE)}+', '', 'g');
      letter text;
    BEGIN
      IF folding IS NOT NFC NORMALIZED THEN folding := normalize(folding, NFC); END IF;
      folding := lower(folding COLLATE "C");
      FOR letter IN SELECT DISTINCT l FROM unnest(string_to_array(
        regexp_replace(folding, '[\\u0001-\\u007f]+', '', 'g'), NULL)) l WHERE folds ? l
      LOOP
        folding := replace(folding, letter, folds ->> letter);
      END LOOP;
      IF folding IS NOT NFC NORMALIZED THEN folding := normalize(folding, NFC); END IF;
      RETURN folding;
    END
  $function$\`,
  String.raw\`CREATE FUNCTION unaccented_beyond_ascii(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $function$
    DECLARE
      bare text := normalize(regexp_replace(normalize($1, NFD),
        '(${classOf(ACCENTED_LETTER)})${classOf(MARK)}+', '\\1', 'g'), NFC);
    BEGIN
      RETURN ${bare};
    END
  $function$\`,
  \`CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN octet_length($1) = length($1) THEN lower($1 COLLATE "C") ELSE folded_beyond_ascii($1) END\`,
  \`CREATE FUNCTION unaccented(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN octet_length($1) = length($1) THEN lower($1 COLLATE "C")
      ELSE unaccented_beyond_ascii(folded_beyond_ascii($1)) END\`,
];
`,
);
