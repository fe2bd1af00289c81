/** The embedded database cannot be had. The message is one line that says why and what to do. */
export class EmbeddedDatabaseError extends Error {}
