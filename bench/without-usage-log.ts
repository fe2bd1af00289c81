/** Preloaded into a service that is to log no usage of API keys, for comparison; all else is as it is. */
const { href } = new URL('../dist/src/modules/api-keys/api-key-usage-log.js', import.meta.url);
const { ApiKeyUsageLog } = (await import(href)) as { ApiKeyUsageLog: { prototype: { onModuleInit: () => void } } };

ApiKeyUsageLog.prototype.onModuleInit = () => undefined;
