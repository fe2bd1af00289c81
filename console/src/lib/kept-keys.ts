import { hearKeys, isComposing, keyOf } from './keys.ts';
import { pressKey } from './press-key.ts';
import { texts } from './texts.ts';
import { showToast } from './toasts.ts';

/** How long something that was asked for may take to come. */
const MOST_MS = 10_000;
/** How long it may take, once it stands, to have the focus. */
const MOST_FRAMES = 60;

/** What has keys of its own. */
const OVERLAYS = '[role=dialog],[popover],form,[role=combobox]';

interface Waiting {
  cancel: () => void;
  timer: ReturnType<typeof setTimeout>;
}

/** What was asked for and does not stand yet. */
const awaited = new Set<Waiting>();
let kept: KeyboardEvent[] = [];
/** Where the focus was when it was asked for. */
let home: Element | null | undefined;
/** It stands, and is about to have the focus. */
let isArriving = false;
/** It has the focus, and is being given the keys. */
let isGiving = false;
let isPressing = false;

const present = () => document.activeElement?.closest(OVERLAYS);

/**
 * From now on keys are kept, until what is returned is called: what has the focus then is given them in their order.
 * Escape cancels, and so does too long a wait, which is told.
 */
export function keepKeys(cancel: () => void): () => void {
  const waiting = { cancel, timer: setTimeout(giveUp, MOST_MS) };
  if (awaited.size === 0 && !isArriving) home = present();
  awaited.add(waiting);
  return () => {
    clearTimeout(waiting.timer);
    if (awaited.delete(waiting) && awaited.size === 0 && !isArriving) arrive(MOST_FRAMES);
  };
}

function forget(): void {
  const cancelled = [...awaited];
  awaited.clear();
  kept = [];
  for (const { cancel, timer } of cancelled) {
    clearTimeout(timer);
    cancel();
  }
}

function giveUp(): void {
  forget();
  showToast(texts.common.notLoaded, { tone: 'danger' });
}

function arrive(frames: number): void {
  isArriving = true;
  requestAnimationFrame(() => {
    const hasFocus = present() && present() !== home;
    if (awaited.size === 0 && !hasFocus && frames > 0) {
      arrive(frames - 1);
      return;
    }
    if (awaited.size === 0 && hasFocus) {
      // Its handlers are there a moment after it is drawn.
      setTimeout(() => {
        isArriving = false;
        giveNext();
      });
      return;
    }
    isArriving = false;
    if (awaited.size === 0) kept = [];
  });
}

/** One after the other: each may change what the next is for, and another overlay may be asked for by it. */
function giveNext(): void {
  const event = awaited.size > 0 || isArriving ? undefined : kept.shift();
  isGiving = event !== undefined;
  if (!event) return;
  isPressing = true;
  pressKey(event);
  isPressing = false;
  setTimeout(giveNext);
}

/** Keys of the browser itself, such as those of tabs. */
const isOfBrowser = (event: KeyboardEvent): boolean =>
  (event.altKey && !event.getModifierState('AltGraph')) ||
  /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|F\d+|Dead|Process|Unidentified)$/.test(event.key) ||
  ((event.ctrlKey || event.metaKey) &&
    !/^(Enter|[akvxz.])$/i.test(keyOf(event)) &&
    !event.getModifierState('AltGraph'));

/** To be called before anything else hears keys: what composes reaches no handler, and what is too early waits. */
export function guardKeys(): void {
  hearKeys(
    (event) => {
      if (isPressing) return;
      if (isComposing(event)) event.stopImmediatePropagation();
      else if ((awaited.size > 0 || isArriving || isGiving) && !isOfBrowser(event)) keep(event);
    },
    { isFirst: true },
  );
}

function keep(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  // Of a key that is held the rest was meant for what it has asked for, not for what has come.
  if (event.repeat) return;
  if (event.key === 'Escape' && awaited.size > 0) forget();
  else kept.push(event);
}
