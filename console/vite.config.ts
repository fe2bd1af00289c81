import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noPreload } from './no-preload.ts';
import { onlyClient } from './only-client.ts';
import { onlyLexer } from './only-lexer.ts';
import { precompress } from './precompress.ts';
import { usedOperations } from './used-operations.ts';

/** What every screen needs; as one file it is smaller, and one request. */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core))/;
const OURS =
  /\/sdk\/src\/(?!files)|\/console\/src\/lib\/((?!drafts|recent|find-tasks|figures|task-queries|save-file|field-focus|passkeys\.|press-when-there|sprints|promises|trash\.)[^/]+|texts\/(general\.texts|counted))\.tsx?$/;
/** What every screen and the first one show: apart, each file would be larger. */
const FIRST =
  /\/console\/src\/(app\/(broken|navigation|router|shell)|components\/(beside|button|field|form|marks|menu|readable|screen|states|task-(keys|link|menu|row)|toasts|view-queries))\.tsx?$|\/icons\/chevron-right\.m?js$/;
/** Signing in, which is seen before the first screen. */
const ENTRY =
  /\/console\/src\/(features\/entry\/(sign-in(-form)?|passkey-button|entry-link|enter)\.tsx?|components\/entry-frame\.tsx|lib\/texts\/sign-in\.texts\.ts)$/;
/** What is chosen and typed in lists and on the task page: with it each further screen would be larger. */
const FIELDS =
  /\/console\/src\/(components\/(away-mark|picker|shown-value|task-editors|typed-field|pass-focus|work\/(agents-query|agent-role))\.tsx?|lib\/(texts\/(work|list|fields)\.texts|task-queries)\.ts)$|\/icons\/(check|link-2|pencil)\.m?js$/;
/** How the company's own fields are edited: a task shows none where the company has none. */
const OWN_FIELDS = /\/console\/src\/components\/field-editor\.ts$/;
/** Small parts of the task page that others show, too: apart, each file would be larger. */
const TASK_PAGE =
  /\/console\/src\/(features\/task\/task-actions-menu|components\/(attachments|markdown|plain-text|task-files|uploads)|lib\/(find-tasks|drafts|texts\/files\.texts))\.tsx?$/;
/** What most other screens show: apart, each file would be larger. */
const FURTHER = /\/console\/src\/(components\/(read|not-found|confirm|radio-bar)\.tsx|lib\/recent\.ts)$/;
/** What waits for an answer, on the first screen and on a task. */
const WORK =
  /\/console\/src\/(components\/(work\/(work-state|work-queries|decision)|disclosure)|lib\/texts\/agent-work\.texts)\.tsx?$/;
const WORK_REGION = /\/console\/src\/components\/work\/work-(region|details)\.tsx$/;
const TASK_VIEW = /\/console\/src\/features\/task\/task-(view|screen)\.tsx$/;
const isBase = (id: string): boolean =>
  [OURS, FIRST, FIELDS].some((part) => part.test(id)) ||
  (LIBRARIES.test(id) && !/queries|infiniteQueryObserver|useInfinite/i.test(id));

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      // The SDK's sources: nothing has to be built before the console.
      { find: 'project-management-sdk', replacement: resolve(import.meta.dirname, '../sdk/src/sdk.ts') },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: resolve(import.meta.dirname, 'src/lib/icon.ts') },
      { find: /^\.\/mutationCache\.js$/, replacement: resolve(import.meta.dirname, 'src/lib/no-mutations.ts') },
      // React has had what is replaced here since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  plugins: [usedOperations(), noPreload(), onlyClient(), onlyLexer(), react(), tailwindcss(), precompress()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // The first chunk would name what each later one needs: a screen that is opened first costs a round trip instead.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    // One style sheet, also for the chart: see no-preload.ts.
    cssCodeSplit: false,
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
            { name: 'further', test: FURTHER },
            { name: 'own-fields', test: OWN_FIELDS },
            { name: 'task', test: TASK_PAGE },
            { name: 'work', test: WORK },
            { name: 'work-region', test: WORK_REGION },
            { name: 'task-view', test: TASK_VIEW },
          ],
        },
      },
    },
  },
  // `npm run dev -w console`: the API is that of a service that runs beside it.
  server: { proxy: { '/api': { target: 'https://localhost:3443', secure: false } } },
});
