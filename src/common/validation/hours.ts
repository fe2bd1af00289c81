/** The most hours that a task, or one entry of work on it, can have (decisions 7). */
export const MAX_HOURS = 100_000;
