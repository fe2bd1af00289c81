const MOST_FRAMES = 20;

/** Before a task goes: the focus that goes with it comes to the next task, or to the one before. */
export function leaveTask(id: string): void {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-task]')].map(({ dataset }) => dataset['task']);
  const at = ids.indexOf(id);
  const isOther = (other: string | undefined) => other !== id;
  const heir = ids.slice(at).find(isOther) ?? ids.slice(0, at).findLast(isOther);
  if (at >= 0 && heir) focusTask(heir);
}

const linkOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-task="${CSS.escape(id)}"] [data-task-link]`);

/** Goes on to another task at once: the one with the focus is about to go. */
export const goToTask = (id: string): void => linkOf(id)?.focus();

/**
 * Gives the focus that a change has lost back to its task, wherever that has moved to. Focus that has gone somewhere else is left
 * alone.
 */
export function focusTask(id: string, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const link = linkOf(id);
    if (activeElement === null || activeElement === document.body) link?.focus();
    else if (activeElement !== link) return;
    if (frames > 0) focusTask(id, frames - 1);
  });
}
