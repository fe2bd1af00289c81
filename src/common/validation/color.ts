/** The default colour. */
export const DEFAULT_COLOR = '#808080';
