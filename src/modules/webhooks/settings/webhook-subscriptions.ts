import { EVENT_NAMES } from '#modules/event-types/event-types.service.js';

const GROUPS = new Set(EVENT_NAMES.map((name) => `${name.split('.', 1)[0]}.*`));

/** What a webhook can list: events, groups of them such as `task.*`, and `*` for all that come. */
export const SUBSCRIPTIONS: readonly string[] = [...EVENT_NAMES, ...GROUPS, '*'];
