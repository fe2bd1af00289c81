/** A variable of the environment, or a file kept in its place, that cannot be used. The message is one line that names it. */
export class ConfigurationError extends Error {}
