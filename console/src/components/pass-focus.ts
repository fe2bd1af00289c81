/**
 * The `ref` of a button that takes its row away. When the row goes while the button has the focus, the focus goes to the button of
 * the next row, else of the one before, else to the control with `data-adds` beside the list.
 */
export function passFocus(button: HTMLElement | null): (() => void) | undefined {
  if (!button) return undefined;
  button.dataset['removes'] = '';
  return () => {
    if (document.activeElement !== button) return;
    const list = button.closest('section, article, [role=group]') ?? document;
    const buttons = [...list.querySelectorAll<HTMLElement>('[data-removes]')];
    const at = buttons.indexOf(button);
    (buttons[at + 1] ?? buttons[at - 1] ?? list.querySelector<HTMLElement>('[data-adds]'))?.focus();
  };
}
