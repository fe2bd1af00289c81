/** The colour of what was given none. */
export const DEFAULT_COLOR = '#808080';
