import { type RefObject, useEffect, useState } from 'react';

/** Some columns at the side, and some swimlanes above and below. */
const MARGIN = '1000px 2000px';

/**
 * Whether the box is near what is seen of the board, and its height when that was last found: what is far away need not be in the
 * document. A box stays near while it has the focus or a form.
 */
export function useNear(
  box: RefObject<HTMLElement | null>,
  board: RefObject<HTMLElement | null>,
): { isNear: boolean; height?: number } {
  const [found, setFound] = useState<{ isNear: boolean; height?: number }>({ isNear: false });
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last) return;
        const isNear = last.isIntersecting || current.querySelector(':focus,form') !== null;
        setFound({ isNear, height: last.boundingClientRect.height });
      },
      { root: board.current, rootMargin: MARGIN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, board]);
  return found;
}
