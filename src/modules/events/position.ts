import { InvalidInputError } from '#common/errors/app-error.js';

/** In place of a position: the present end. */
export const LATEST = 'latest';

const POSITION = /^(0|[1-9]\d{0,99})$/;

export function positionProblem(value: unknown): string | undefined {
  return typeof value === 'string' && POSITION.test(value) ? undefined : `Must be a position, or ${LATEST}`;
}

/** The number of a well-formed position. One past all that there can be is past the end, too. */
export function positionOf(text: string): number {
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

/**
 * Where a stream begins: after the `Last-Event-ID` of a client that resumes, else after `after`, else now.
 *
 * @throws InvalidInputError when the header is no position
 */
export function beginOfStream(lastEventId: string | undefined, after: string | undefined): string {
  if (!lastEventId) return after ?? LATEST;
  if (positionProblem(lastEventId)) throw new InvalidInputError('Last-Event-ID must be the position of an event');
  return lastEventId;
}
