/** Preloaded into a service for comparison: no filter of a webhook is asked, and it is otherwise unchanged. */
const { href } = new URL('../dist/src/modules/webhooks/settings/webhook-filters.js', import.meta.url);
const { WebhookFilters } = (await import(href)) as {
  WebhookFilters: { prototype: { sorted: (tx: unknown, events: unknown) => Promise<unknown> } };
};

WebhookFilters.prototype.sorted = (_tx, events) => Promise.resolve(events);
