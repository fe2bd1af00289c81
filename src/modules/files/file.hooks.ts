import { defineHook } from '#core/hooks/hook.js';

/** At the start: SQL of the bytes that a module keeps of the company `$1`, besides attachments. They count to its limit. */
export const DeclaresStoredBytes = defineHook<() => string>('stored bytes');
