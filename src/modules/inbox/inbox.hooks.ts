import { defineHook } from '#core/hooks/hook.js';

/**
 * In every process, soon after an inbox has changed, outside of transactions: one entry of a user; with null, many of them;
 * of an undefined user, all inboxes. A hint: a process that dies now does not give it.
 */
export const OnInboxNews =
  defineHook<(companyId: string | undefined, userId: string | undefined, entryId: string | null) => void>(
    'news of an inbox',
  );
