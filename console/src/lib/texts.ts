import * as general from './texts/general.ts';
import * as project from './texts/project.ts';
import * as work from './texts/work.ts';

/** The one catalogue of what people read, by screen; what only later screens need is beside it. Functions take what varies. */
export const texts = { ...general, ...work, ...project };
