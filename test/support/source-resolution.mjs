import { registerHooks } from 'node:module';

/**
 * Where jest's own resolution does not reach, the sources' imports of `./x.js` mean `./x.ts`, and `#core/x.js` is a source, too. The
 * benchmarks run the build: their `#core/x.js` is what was built.
 */
registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (!parent.endsWith('.ts')) return next(specifier, context);
    if (specifier.startsWith('#') && !parent.includes('/bench/')) return next(specifier, withSources(context));
    return next(specifier.startsWith('.') ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});

/** With the condition of package.json's `imports` that leads to the sources. */
function withSources(context) {
  return { ...context, conditions: [...context.conditions, 'source'] };
}
