import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { usedOperations } from './used-operations.ts';

/** What every screen needs; as one file it is smaller, and one request. */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core))/;
const OURS =
  /\/sdk\/src\/(?!files)|\/console\/src\/lib\/((?!drafts|recent|save-file|field-focus|passkeys\.)[^/]+|texts\/(general|counted))\.ts$/;
/** What the first screens show: apart, each file would be larger. */
const FIRST =
  /\/console\/src\/components\/(button|field|form|marks|menu|readable|screen|states|task-(keys|link|menu|row)|use-popover)\.tsx?$/;
/** Signing in, which is seen before the first screen. */
const ENTRY =
  /\/console\/src\/(features\/entry\/(sign-in(-form)?|passkey-button|entry-frame|entry-link|enter)\.tsx?|lib\/texts\/sign-in\.ts)$/;
/** What is chosen and typed in lists and on the task page: apart, each file would be larger. */
const FIELDS =
  /\/console\/src\/(components\/(picker|task-editors|typed-field|pass-focus)\.tsx?|lib\/texts\/(work|list)\.ts)$|\/icons\/check\.m?js$/;
const isBase = (id: string): boolean => OURS.test(id) || FIRST.test(id) || (LIBRARIES.test(id) && !/queries/i.test(id));

export default defineConfig({
  root: import.meta.dirname,
  // The SDK's sources: nothing has to be built before the console.
  resolve: { alias: { 'project-management-sdk': resolve(import.meta.dirname, '../sdk/src/sdk.ts') } },
  plugins: [usedOperations(), react(), tailwindcss(), precompress()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // The first chunk would name what each later one needs: a screen that is opened first costs a round trip instead.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every chunk names those that it needs, and the first one all: a hash alone is shorter.
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'base', test: isBase },
            { name: 'entry', test: ENTRY },
            { name: 'fields', test: FIELDS },
          ],
        },
      },
    },
  },
  // `npm run dev -w console`: the API is that of a service that runs beside it.
  server: { proxy: { '/api': { target: 'https://localhost:3443', secure: false } } },
});
