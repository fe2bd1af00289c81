import { COUNTS, DIGEST_CONTENTS } from './digest-contents.js';
import { COLLEAGUE, OWNER, PROJECTS, type Rule } from './rule.js';

/** One summary in each scan, of the kind in the settings. */
export const digest: Rule = {
  name: 'digest',
  type: 'report',
  isRepeated: true,
  find: (scope) => {
    const kind = scope.settings.reporting.digest;
    const { counts, values } = DIGEST_CONTENTS[kind];
    const columns = counts.map((name) => `count(*) FILTER (WHERE ${COUNTS[name](scope)}) AS "${name}"`);
    return {
      from: `(SELECT ${columns.join(', ')} FROM tasks t WHERE ${scope.isScanned}) counted WHERE true`,
      subjectId: COLLEAGUE,
      userId: kind === 'personal' ? OWNER : undefined,
      projectIds: PROJECTS,
      urgency: '1',
      values: {
        ...Object.fromEntries(counts.map((name) => [name, `counted."${name}"::text`])),
        ...values?.(scope),
      },
    };
  },
  messages: ({ settings }) => {
    const { text } = DIGEST_CONTENTS[settings.reporting.digest];
    return {
      neutral: text,
      friendly: `Hello! Here is where things stand. ${text}`,
      formal: `For your information: ${text}`,
      direct: text,
    };
  },
};
