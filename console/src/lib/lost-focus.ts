const MOST = 10;
/** Waits so many frames, because others know better where the focus goes, such as `focusTask` for a moved card. */
const LATER_FRAMES = 30;

let had: HTMLElement[] = [];
let path = '';

const isLost = (): boolean =>
  document.activeElement === document.body && had.at(-1)?.isConnected === false && path === location.pathname;

function afterFrames(frames: number, act: () => void): void {
  requestAnimationFrame(() => (frames > 0 ? afterFrames(frames - 1, act) : act()));
}

/** Tries one after the other until one takes the focus: what is hidden, disabled or under a dialog does not. */
function giveBack(): void {
  if (!isLost()) return;
  const around = document.querySelectorAll<HTMLElement>('#content,[role=dialog]');
  [...around, ...had].findLast((element) => {
    element.focus({ preventScroll: true });
    return document.activeElement === element;
  });
}

/** When the element with the focus goes, such as a toast, the focus returns to the one before (console 1.8). */
export function returnLostFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    had = [...had.filter((element) => element !== target), target as HTMLElement].slice(-MOST);
    path = location.pathname;
  });
  const observer = new MutationObserver(() => {
    if (isLost()) afterFrames(LATER_FRAMES, giveBack);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
