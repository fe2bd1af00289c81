/** Where the pointer is a thumb, rows are higher, for larger targets (console 1.8). */
export const IS_THUMB = matchMedia('(pointer: coarse)').matches;
