const MOST = 10;
/** Waits so many frames, so that code that knows the new place, such as `focusTask`, comes first. */
const LATER_FRAMES = 30;

let had: HTMLElement[] = [];
let path = '';
let isWaiting = false;

const isLost = (): boolean =>
  document.activeElement === document.body && had.at(-1)?.isConnected === false && path === location.pathname;

function afterFrames(frames: number, act: () => void): void {
  requestAnimationFrame(() => (frames > 0 ? afterFrames(frames - 1, act) : act()));
}

/** Tries one after the other until one takes the focus: what is hidden, disabled or under a dialog does not. */
function giveBack(): void {
  isWaiting = false;
  if (!isLost()) return;
  const task = had.at(-1)?.closest<HTMLElement>('[data-task]')?.dataset['task'];
  // A task that is moved, by whomever, has it again. One that is scrolled away or deleted has not: `TaskKeys` knows where it was.
  if (task !== undefined) {
    document.querySelector<HTMLElement>(`[data-task="${task}"] [data-task-link]`)?.focus({ preventScroll: true });
    return;
  }
  const around = document.querySelectorAll<HTMLElement>('#content,[role=dialog]');
  [...around, ...had].findLast((element) => {
    element.focus({ preventScroll: true });
    return document.activeElement === element;
  });
}

/** When the element with the focus goes, such as a toast, the focus returns to the one before. */
export function returnLostFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    had = [...had.filter((element) => element !== target), target as HTMLElement].slice(-MOST);
    path = location.pathname;
  });
  // Who clicks on nothing has left the element: it may go.
  document.addEventListener('pointerdown', () => {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && had.at(-1)?.isConnected) had = [];
    });
  });
  const observer = new MutationObserver(() => {
    if (isWaiting || !isLost()) return;
    isWaiting = true;
    afterFrames(LATER_FRAMES, giveBack);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
