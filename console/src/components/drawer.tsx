import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { cx } from '../lib/cx.ts';
import { drawerHasCome } from '../lib/expected-drawer.ts';
import { hearKeys, keyOf } from '../lib/keys.ts';

interface DrawerProps {
  /** The accessible name. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What must not be reached while a drawer is open. */
const SCREEN = 'screen';

/**
 * A dialog at the side of the screen under it. It is loaded with what it shows: so it does without the library behind `Modal`,
 * whose dialogs may open over it.
 */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const drawer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const screen = document.getElementById(SCREEN);
    screen?.setAttribute('inert', '');
    drawer.current?.focus();
    drawerHasCome();
    return () => {
      screen?.removeAttribute('inert');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEscape(drawer, onClose);
  return (
    <>
      <div aria-hidden className="fixed inset-0 z-30 bg-shade/50" onClick={onClose} />
      <div
        ref={drawer}
        role="dialog"
        aria-modal
        aria-label={title}
        tabIndex={-1}
        className={cx(
          'pop scroll-thin fixed inset-y-0 right-0 z-30 flex h-dvh w-full max-w-4xl flex-col',
          'overflow-y-auto overscroll-contain border-y-0 border-r-0 outline-none',
        )}
      >
        {children}
      </div>
    </>
  );
}

/** Escape closes the drawer, unless it is for a dialog over it. */
function useEscape(drawer: { current: HTMLElement | null }, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(
    () =>
      hearKeys(
        (event) => {
          if (keyOf(event) !== 'Escape' || event.defaultPrevented) return;
          const dialogs = document.querySelectorAll('[role=dialog]');
          if (dialogs[dialogs.length - 1] === drawer.current) latest.current();
        },
        { on: document },
      ),
    [drawer],
  );
}
