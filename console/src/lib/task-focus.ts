const MOST_FRAMES = 20;

/**
 * Gives the focus that a change has lost back to its task, wherever that has moved to. Focus that has gone somewhere else is left
 * alone.
 */
export function focusTask(id: string, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const link = document.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"] [data-task-link]`);
    if (activeElement === null || activeElement === document.body) link?.focus();
    else if (activeElement !== link) return;
    if (frames > 0) focusTask(id, frames - 1);
  });
}
