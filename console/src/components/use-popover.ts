import { type RefObject, useLayoutEffect } from 'react';

const GAP = 4;
const EDGE = 8;

/**
 * Shows an element above everything, beside its button and inside the window. It stays where it is in the document: in the
 * dialog, in the order of focus.
 */
export function usePopover(
  popup: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onPressOutside: () => void,
): void {
  useLayoutEffect(() => {
    const [element, button] = [popup.current, anchor.current];
    if (!element || !button) return undefined;
    const place = () => put(element, button.getBoundingClientRect());
    const onPointerDown = ({ target }: Event) => {
      if (!element.contains(target as Node) && !button.contains(target as Node)) onPressOutside();
    };
    element.showPopover();
    place();
    // What comes later may be wider. It stays above or below: it must not jump while one types.
    const sized = new ResizeObserver(() => putAside(element, button.getBoundingClientRect()));
    sized.observe(element);
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      sized.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
}

/** Below the button, or above it where there is more room. */
function put(element: HTMLElement, at: DOMRect): void {
  const { offsetHeight: height } = element;
  const fitsBelow = at.bottom + GAP + height <= innerHeight || at.top < height + GAP;
  const top = fitsBelow ? Math.min(at.bottom + GAP, innerHeight - height - EDGE) : at.top - height - GAP;
  putAside(element, at);
  element.style.top = `${Math.max(EDGE, top)}px`;
}

function putAside(element: HTMLElement, at: DOMRect): void {
  element.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - element.offsetWidth - EDGE))}px`;
}
