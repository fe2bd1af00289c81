import { type ReactNode, useEffect } from 'react';
import { cx } from '../lib/cx.ts';
import { showNumber } from '../lib/figures.ts';
import { useUnread } from '../lib/inbox.ts';
import { texts } from '../lib/texts.ts';

interface ScreenProps {
  /** The first heading, and the title of the window. */
  title: string;
  /** The task that it is about: the title of the window begins with it. */
  tid?: string;
  /** Whose screen it is, where the title alone does not say so. */
  of?: string;
  /** What is shown in place of the heading, which is then read out only: where the screen shows its title by itself. */
  path?: ReactNode;
  /** What stands beside the heading. */
  actions?: ReactNode;
  /** Below the heading: navigation, filters. */
  bar?: ReactNode;
  /** Beside what it holds: navigation. */
  side?: ReactNode;
  /** Fills the window and scrolls inside, as a board does; in a low window it is higher, and scrolls as a whole, too. */
  isFull?: boolean;
  children: ReactNode;
}

/** The frame of every screen behind the entry. */
export function Screen({ title, tid, of, path, actions, bar, side, isFull = false, children }: ScreenProps) {
  useTitle(of ? `${title} · ${of}` : title, tid);
  return (
    <div className={cx('flex flex-col', isFull ? 'h-full min-h-120' : 'min-h-full')}>
      <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-2 max-sm:pt-1.5 max-sm:pb-1">
        <h1 dir="auto" className={path ? 'sr-only' : 'min-w-0 truncate text-lg font-semibold'}>
          {title}
        </h1>
        {of && <p className="min-w-0 truncate text-lg text-muted">{of}</p>}
        {path}
        <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      {bar}
      {side ? (
        <div className="flex grow flex-col lg:flex-row">
          {side}
          <div className="min-w-0 grow">{children}</div>
        </div>
      ) : (
        children
      )}
    </div>
  );
}

/** The title of the window begins with the number of unread entries, or with the task that is shown. */
export function useTitle(title: string, tid?: string): void {
  const unread = useUnread();
  useEffect(() => {
    const number = unread > 0 ? `(${unread}) ` : '';
    const before = document.title;
    document.title = tid ? `${tid} ${number}${title} · ${texts.product}` : `${number}${title} · ${texts.product}`;
    // A task over another screen gives the title back.
    return () => {
      if (tid) document.title = before;
    };
  }, [title, tid, unread]);
}

/** A part of a screen with its heading: a region of that name. */
export function Section({
  title,
  count,
  actions,
  className,
  children,
}: {
  title: string;
  count?: number;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className={cx('flex flex-col gap-2', className)}>
      <div className="flex min-h-7 items-center gap-2">
        <h2 className="text-sm font-semibold">{title}</h2>
        {count !== undefined && <span className="text-xs text-muted">{showNumber(count)}</span>}
        <div className="ml-auto flex items-center gap-1">{actions}</div>
      </div>
      {children}
    </section>
  );
}
