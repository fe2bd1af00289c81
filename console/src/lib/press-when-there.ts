import { keepKeys } from './kept-keys.ts';

const LOOK_MS = 50;

/** Presses the button of the screen that is coming; keys wait for what it opens. */
export function pressWhenThere(name: string): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = keepKeys(() => clearTimeout(timer));
  const look = () => {
    const buttons = document.querySelectorAll<HTMLElement>('#content button');
    const button = [...buttons].find(({ textContent }) => textContent.trim() === name);
    if (!button) {
      timer = setTimeout(look, LOOK_MS);
      return;
    }
    button.click();
    stop();
  };
  look();
}
