/** Preloaded into a service for comparison: it records nothing in the audit log, and is otherwise unchanged. */
const { href } = new URL('../dist/src/core/audit/audit-log.js', import.meta.url);
const { AuditLog } = (await import(href)) as { AuditLog: { prototype: { record: () => Promise<void> } } };

AuditLog.prototype.record = () => Promise.resolve();
