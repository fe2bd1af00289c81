import Sequencer from '@jest/test-sequencer';

/** Where no times are known yet, as on a fresh clone, jest takes the largest files for the longest: these take longer. */
const LONGEST = [
  'process',
  'fuzz',
  'idle',
  'generate-module',
  'embedded-database',
  'lists-large-teams',
  'operator-command',
  'scheduler',
  'webhook-workers',
];

export default class LongestFirstSequencer extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONGEST.some((name) => path.endsWith(`/${name}.e2e-spec.ts`));
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
