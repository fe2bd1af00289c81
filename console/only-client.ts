import type { Plugin } from 'vite';

/** Functions of React DOM that read HTML that a server wrote: the console has none. They are called, and have nothing to do. */
const HYDRATION = [
  'popToNextHostParent',
  'retryIfBlockedOn',
  'clearIfContinuousEvent',
  'popHydrationState',
  'queueIfContinuousEvent',
];
/** The same for view transitions, which the console does not use. */
const TRANSITIONS = [
  'trackEnterViewTransitions',
  'commitAppearingPairViewTransitions',
  'commitEnterViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
];
/** What nothing in the console calls: it throws, so that a first use is noticed. */
const UNUSED = [
  'prepareToHydrateHostInstance',
  'updateDehydratedSuspenseComponent',
  'retryActivityComponentWithoutHydrating',
  'canHydrateInstance',
  'canHydrateTextInstance',
  'canHydrateHydrationBoundary',
  'clearHydrationBoundary',
  'hideOrUnhideDehydratedBoundary',
  'getHydratableHoistableCache',
  'attemptExplicitHydrationTarget',
  'attemptReplayContinuousQueuedEvent',
  'scheduleReplayQueueIfNeeded',
  'startViewTransition',
  'createViewTransitionInstance',
  'scheduleViewTransitionEvent',
  'applyViewTransitionToHostInstancesRecursive',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'commitAfterMutationEffectsOnFiber',
  'applyViewTransitionName',
  'restoreViewTransitionName',
  'updateActivityComponent',
  'updateSuspenseListComponent',
  'mountActionState',
  'getResource',
  'acquireResource',
  'suspendResource',
  'insertStylesheetIntoRoot',
];

/** Leaves out of React what the console never does; a name that is gone after an update fails the build. */
export function onlyClient(): Plugin {
  return {
    name: 'only-client',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/react-dom-client.production.js')) return null;
      let left = withoutHydration(code);
      for (const name of [...HYDRATION, ...TRANSITIONS]) left = withBody(left, name, 'return !1;');
      for (const name of UNUSED) left = withBody(left, name, `throw Error('${name}: see console/only-client.ts');`);
      return left;
    },
  };
}

/** A flag that is never set decides which of the rest is left out. */
function withoutHydration(code: string): string {
  const declared = /\n {2}isHydrating = !1,/.exec(code);
  const root = /\nexports\.hydrateRoot = [^]*?\n};/;
  if (!declared || !root.test(code)) throw changed('hydrateRoot');
  const from = declared.index + declared[0].length;
  const rest = code.slice(from).replace(root, '');
  return code.slice(0, from) + rest.replace(/\bisHydrating\b(?!\$)(?: = (![01]))?/g, (_, set?: string) => set ?? '!1');
}

function withBody(code: string, name: string, body: string): string {
  const whole = new RegExp(`\\nfunction ${name}(\\([^)]*\\)) \\{\\n[^]*?\\n\\}\\n`);
  if (!whole.test(code)) throw changed(name);
  return code.replace(whole, (_, parameters: string) => `\nfunction ${name}${parameters} {${body}}\n`);
}

const changed = (what: string) => new Error(`React DOM has no ${what} as before: see console/only-client.ts`);
