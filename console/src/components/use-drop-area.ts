import { type RefObject, useState } from 'react';
import { useDragging } from './use-dragging.ts';

/** Lets tasks be dropped on an element; the drop finds `value` under `name`. True while one is dragged over it. */
export function useDropArea(
  area: RefObject<HTMLElement | null>,
  name: string,
  value: string | null,
  mayDrop: boolean,
): boolean {
  const [isOver, setOver] = useState(false);
  useDragging(
    ({ dropTargetForElements }) => {
      if (!area.current || !mayDrop) return undefined;
      return dropTargetForElements({
        element: area.current,
        getData: () => ({ [name]: value }),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      });
    },
    [area, name, value, mayDrop],
  );
  return isOver;
}
