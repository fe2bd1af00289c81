import type { Plugin } from 'vite';

/** Leaves out what Vite puts around each `import()`: it fetches style sheets of chunks, and the console has one for all. */
export function noPreload(): Plugin {
  return {
    name: 'no-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : null),
  };
}
