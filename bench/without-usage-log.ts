/** Preloaded into a service for comparison: it logs no usage of API keys, and is otherwise unchanged. */
const { href } = new URL('../dist/src/modules/api-keys/api-key-usage-log.js', import.meta.url);
const { ApiKeyUsageLog } = (await import(href)) as { ApiKeyUsageLog: { prototype: { onModuleInit: () => void } } };

ApiKeyUsageLog.prototype.onModuleInit = () => undefined;
