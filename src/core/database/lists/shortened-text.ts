/** Characters from which is told how many bytes a text has for each. */
const SAMPLE = 500;

/**
 * SQL of a text that is cut to some `longest` bytes, a parameter, and then ends with `…`. It reads no more than what it
 * gives: not even the size of a stored text needs all of it.
 */
export function shortened(text: string, longest: string): string {
  const sample = `left(${text}, ${SAMPLE})`;
  const characters = `(${longest}::bigint * char_length(${sample}) / greatest(octet_length(${sample}), 1))::integer`;
  return `CASE WHEN ${isShortened(text, longest)} THEN left(${text}, ${characters}) || '…' ELSE ${text} END`;
}

/** SQL of whether `shortened` cuts it; null of no text. */
export function isShortened(text: string, longest: string): string {
  return `octet_length(${text}) > ${longest}::bigint`;
}
