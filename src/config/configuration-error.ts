/** A variable of the environment, or a file kept in its place, that cannot be used. The message names it, in one line for each. */
export class ConfigurationError extends Error {}
