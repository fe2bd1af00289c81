import * as general from './texts/general.texts.ts';

/** What the first screens need of the catalogue of texts; the rest is beside it, by screen. Functions take what varies. */
export const texts = general;
