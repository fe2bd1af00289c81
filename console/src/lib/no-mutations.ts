/**
 * Stands in for the mutations of TanStack Query, which every browser would load (vite.config.ts): the console changes things by
 * the SDK itself, and shows changes by `settle`.
 */
export class MutationCache {
  resumePausedMutations = (): Promise<void> => Promise.resolve();
  clear = (): void => undefined;
}
