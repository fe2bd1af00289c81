import { registerHooks } from 'node:module';

/** Where jest's own resolution does not reach, the sources' imports of `./x.js` mean `./x.ts` all the same. */
registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && /\.ts$/.test(context.parentURL ?? '');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
