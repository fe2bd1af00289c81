/** What is wrong with the text of a filter, for people: where it begins, and what may stand there. */
export class FilterError extends Error {
  /** `column` counts code points from 1; limits have none. */
  constructor(
    readonly reason: string,
    readonly column?: number,
  ) {
    super(column === undefined ? reason : `Column ${column}: ${reason}`);
  }
}
