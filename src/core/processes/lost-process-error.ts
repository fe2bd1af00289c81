/** A process ended before all of them did their work; the message is one line. */
export class LostProcessError extends Error {}
