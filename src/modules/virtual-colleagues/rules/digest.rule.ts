import { PLAIN, type Rule } from './rule.js';

/** One summary in each scan, of the kind in the settings: `digests` makes it. */
export const digest: Rule = {
  name: 'digest',
  type: 'report',
  isRepeated: true,
  find: () => {
    throw new Error('A digest is no finding');
  },
  sentences: { [PLAIN]: { neutral: '', friendly: '', formal: '', direct: '' } },
};
