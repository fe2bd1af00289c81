/** Where the pointer is a thumb, rows are higher, for larger targets. */
export const IS_THUMB = matchMedia('(pointer: coarse)').matches;
