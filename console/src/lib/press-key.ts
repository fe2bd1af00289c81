import { keyOf } from './keys.ts';

type TextBox = HTMLInputElement | HTMLTextAreaElement;

const FOCUSABLE = 'a[href],button,input,select,textarea,[tabindex="0"]';
/** A kept key never does what cannot be taken back: nobody had seen yet what it is for. */
const DANGER = '[data-danger]';

/** Presses a key anew, with what the browser does with one that nobody takes: for a page's own events it does nothing. */
export function pressKey(event: KeyboardEvent): void {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  const target = document.activeElement ?? document.body;
  const copy = { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true, composed: true };
  if (!target.dispatchEvent(new KeyboardEvent('keydown', copy))) return;
  const isWriting = event.getModifierState('AltGraph') || !(ctrlKey || metaKey);
  if (isWriting) carryOut(target, key, shiftKey);
  else if (keyOf(event) === 'a' && isTextBox(target)) target.select();
}

function carryOut(target: Element, key: string, isBack: boolean): void {
  if (key === 'Tab') focusBeside(target, isBack ? -1 : 1);
  else if (isTextBox(target)) type(target, key);
  else if (key === 'Enter' || key === ' ') click(target, key);
}

function type(box: TextBox, key: string): void {
  if (key === 'Enter' && box instanceof HTMLInputElement) submit(box.form);
  else if (key === 'Enter') write(box, '\n');
  else if (key === 'Backspace') write(box, '', true);
  else if (key.length === 1 || [...key].length === 1) write(box, key);
}

function click(target: Element, key: string): void {
  const isClicked = target.matches(key === ' ' ? 'button,input' : 'button,a[href]');
  if (isClicked && !target.matches(DANGER)) (target as HTMLElement).click();
}

/** As Enter in a field does: by the form's own button, if that can be pressed. */
function submit(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button?.disabled || button?.matches(DANGER)) return;
  form?.requestSubmit(button);
}

const isTextBox = (element: Element): element is TextBox =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|file|date|color|range)$/.test(element.type));

function write(box: TextBox, text: string, isErasing = false): void {
  if (box.readOnly || box.disabled) return;
  // Boxes of numbers and addresses say nothing of the caret, which is at their end.
  const { value, selectionStart: from, selectionEnd: to } = box;
  if (from === null || to === null) {
    const prototype = box instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    const next = isErasing ? value.slice(0, -1) : value + text;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, next);
  } else {
    const start = isErasing && from === to ? Math.max(0, from - 1) : from;
    box.setRangeText(text, start, to, 'end');
  }
  box.dispatchEvent(
    new InputEvent('input', {
      bubbles: true,
      data: text,
      inputType: isErasing ? 'deleteContentBackward' : 'insertText',
    }),
  );
}

function focusBeside(target: Element, step: 1 | -1): void {
  const around = target.closest('[role=dialog]') ?? document;
  const all = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  );
  const at = all.findIndex((element) => element === target);
  all[(at + step + all.length) % all.length]?.focus();
}
