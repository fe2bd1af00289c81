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

/** The same characters in a regular expression of PostgreSQL, which has no class by property. */
const classOf = (source) => `[${rangesOf(pointsOf(new RegExp(`^${source}$`, 'u')))}]`;

function rangesOf(points) {
  const ranges = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const escaped = (point) => `\\U${point.toString(16).padStart(8, '0')}`;
  return ranges.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`)).join('');
}

/** What each letter beyond ASCII becomes, of those that do not stay as they are. */
function formsOf(form) {
  const letters = pointsOf(/^[\p{L}\p{M}\p{N}\p{S}]$/u).map((point) => String.fromCodePoint(point));
  const changed = letters.filter(
    (letter) => letter > '\x7f' && letter.normalize('NFC') === letter && form(letter) !== letter,
  );
  return Object.fromEntries(changed.filter((letter) => form(letter) !== '').map((letter) => [letter, form(letter)]));
}

/** What NFC may change: marks, the parts of syllables, and what is another character there. */
const COMPOSED = pointsOf(/^[\p{M}\u1161-\u1175\u11a8-\u11c2]$/u).concat(
  pointsOf(/^[^\p{M}\p{Cs}]$/u).filter(
    (point) => String.fromCodePoint(point).normalize('NFC') !== String.fromCodePoint(point),
  ),
);

/** In linear time, whatever the text; one without any of the characters that change, such as Chinese, is only looked through. */
function functionOf(name, form, last) {
  const forms = formsOf(form);
  const points = Object.keys(forms).map((letter) => letter.codePointAt(0));
  const changing = [...new Set([...points, ...COMPOSED, ...pointsOf(new RegExp(`^${IGNORABLE}$`, 'u'))])];
  return `  String.raw\`CREATE FUNCTION ${name}(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $function$
    DECLARE
      answer text;
    BEGIN
      IF $1 !~ '[${rangesOf(changing.sort((one, other) => one - other))}]' THEN RETURN lower($1 COLLATE "C"); END IF;
      answer := regexp_replace($1, '${classOf(IGNORABLE)}+', '', 'g');
      IF answer IS NOT NFC NORMALIZED THEN answer := normalize(answer, NFC); END IF;
      answer := lower(answer COLLATE "C");
      IF answer ~ '[${rangesOf(points)}]' THEN
        SELECT string_agg(coalesce('${JSON.stringify(forms)}'::jsonb ->> letter, letter), '' ORDER BY place) INTO answer
          FROM string_to_table(answer, NULL) WITH ORDINALITY letters (letter, place);
      END IF;
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
