import { dismissToast, showToast } from './toasts.ts';

/** How long "Undo" is shown; the key undoes longer. */
const UNDO_MS = 10_000;
/** So many steps can be taken back. */
const MOST_STEPS = 50;

interface Step {
  toast: number;
  undo: () => unknown;
}

const steps: Step[] = [];

function take(step: Step): void {
  const at = steps.indexOf(step);
  if (at < 0) return;
  steps.splice(at, 1);
  dismissToast(step.toast);
  step.undo();
}

/** Says what was done to tasks, and offers to undo it, by the button and by its key. */
export function offerUndo(text: string, undo: () => unknown): void {
  const step: Step = { toast: 0, undo };
  step.toast = showToast(text, { milliseconds: UNDO_MS, undo: () => take(step), key: 'undo' });
  steps.push(step);
  if (steps.length > MOST_STEPS) steps.shift();
}

/** Undoes the last step that has not been undone. */
export function undoLast(): void {
  const last = steps.at(-1);
  if (last) take(last);
}
