import { type RefObject, useEffect, useRef, useState } from 'react';
import { pastedPictures } from '../../../components/attachments.ts';

/** Where texts are written pictures are pasted into them. */
const TYPING = 'input, textarea, select, [contenteditable=true]';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/**
 * Takes files that are dropped anywhere on the task, its drawer or its page, and pictures that are pasted outside of a text.
 * True while files are dragged over it.
 */
export function useGivenFiles(
  region: RefObject<HTMLElement | null>,
  mayAttach: boolean,
  attach: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(attach);
  useEffect(() => {
    latest.current = attach;
  });
  useEffect(() => {
    const area = region.current?.closest<HTMLElement>('[role=dialog], main');
    if (!area || !mayAttach) return undefined;
    const listening = new AbortController();
    const listen = <Type extends 'dragover' | 'dragleave' | 'drop'>(type: Type, hear: (event: DragEvent) => void) =>
      area.addEventListener(type, hear, { signal: listening.signal });
    listen('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && area.contains(relatedTarget))) setOver(false);
    });
    listen('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    });
    const paste = (event: ClipboardEvent) => {
      const pictures = pastedPictures(event);
      if (pictures.length === 0 || (event.target instanceof Element && event.target.closest(TYPING))) return;
      event.preventDefault();
      latest.current(pictures);
    };
    document.addEventListener('paste', paste, { signal: listening.signal });
    return () => listening.abort();
  }, [region, mayAttach]);
  return isOver;
}
