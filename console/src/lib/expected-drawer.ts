import { keepKeys } from './kept-keys.ts';

let come: (() => void) | undefined;

/** A task is asked for by its address: between that and its drawer the router takes its time. */
export function expectDrawer(cancel: () => void): void {
  come?.();
  come = keepKeys(cancel);
}

export const drawerHasCome = (): void => come?.();
