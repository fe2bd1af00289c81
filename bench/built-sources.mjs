import '../test/support/source-resolution.mjs';
import { registerHooks } from 'node:module';

/** What the benches import of the sources comes from the build: Node.js runs no decorators and no parameter properties. */
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('../src/') || !context.parentURL?.includes('/bench/')) return next(specifier, context);
    return next(specifier.replace('../src/', '../dist/src/'), { ...context, parentURL: import.meta.url });
  },
});
