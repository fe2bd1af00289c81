/** Preloaded into a service for comparison: nobody makes entries of what happens, and it is otherwise unchanged. */
const { href } = new URL('../dist/src/modules/inbox/log/inbox-worker.js', import.meta.url);
const { InboxWorker } = (await import(href)) as {
  InboxWorker: { prototype: { onModuleInit: () => void; onApplicationBootstrap: () => void } };
};

InboxWorker.prototype.onModuleInit = () => undefined;
InboxWorker.prototype.onApplicationBootstrap = () => undefined;
