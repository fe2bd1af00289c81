import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { hearKeys, keyOf } from '../../lib/keys.ts';

/** What of a bar is dragged: all of it, or one end. */
export type Part = 'all' | 'start' | 'due';

export interface BarDrag {
  part: Part;
  days: number;
}

/** Less is a click. */
const LEAST_PIXELS = 4;

interface DragOptions {
  mayDrag: boolean;
  /** Of a day. */
  pixels: number;
  onDrop: (drag: BarDrag) => void;
}

/** Drags a bar by mouse: by an end, or with `Shift`, it is stretched. A thumb scrolls; it has the menu. */
export function useBarDrag({ mayDrag, pixels, onDrop }: DragOptions) {
  const [drag, setDrag] = useState<BarDrag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    if (!mayDrag || event.button !== 0 || event.pointerType === 'touch') return;
    const bar = event.currentTarget;
    const start = event.clientX;
    const edge = event.target instanceof HTMLElement ? (event.target.dataset['edge'] as Part | undefined) : undefined;
    let present: BarDrag | undefined;
    const show = (next: BarDrag | undefined) => {
      present = next;
      setDrag(next);
    };
    const onMove = ({ clientX, shiftKey }: PointerEvent) => {
      if (!present && Math.abs(clientX - start) < LEAST_PIXELS) return;
      show({ part: edge ?? (shiftKey ? 'due' : 'all'), days: Math.round((clientX - start) / pixels) });
    };
    const onUp = () => {
      if (present) swallowClick(bar);
      if (present && present.days !== 0) onDrop(present);
      stop.current?.();
    };
    const forget = hearKeys(
      (key) => {
        if (keyOf(key) !== 'Escape' || !present) return;
        key.stopPropagation();
        swallowClick(bar);
        stop.current?.();
      },
      { isFirst: true },
    );
    stop.current = () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onUp);
      forget();
      stop.current = undefined;
      show(undefined);
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onUp);
  };
  return { drag, onPointerDown };
}

/** The click that ends a drag opens nothing. */
function swallowClick(bar: HTMLElement): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  bar.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => bar.removeEventListener('click', swallow, { capture: true }));
}
