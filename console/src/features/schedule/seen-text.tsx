import { cx } from '../../lib/cx.ts';

/**
 * A text that is seen, and no text of the page: a cell of the calendar is named by its day alone, and what is seen in a cell would
 * have to be in its name. It is heard from an element beside it.
 */
export function SeenText({ text, className }: { text: string; className?: string }) {
  return <span aria-hidden data-text={text} className={cx('before:content-[attr(data-text)]', className)} />;
}
