import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';
import { keyOf } from '../lib/keys.ts';
import { overlay } from '../lib/on-demand.tsx';
import type { MenuEntry } from './menu-list.tsx';

export type { MenuEntry };

/** The menu itself, for what opens it by a key. */
export const Menu = overlay(() => import('./menu-list.tsx'));

interface MenuButtonProps {
  /** The accessible name of the button and of the menu. */
  label: string;
  /** What else is said of the button to those who hear it. */
  description?: string | undefined;
  /** What the menu is for, where that is more than its button says; asked when it opens. */
  about?: (() => string | undefined) | undefined;
  /** Asked when the menu opens. */
  entries: () => readonly MenuEntry[];
  className?: string;
  children: ReactNode;
}

export function MenuButton({ label, description, about, entries, className, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const open = () => {
    // Opened by the key of a card, that has the focus again afterwards.
    const { activeElement } = document;
    opener.current = activeElement === document.body ? anchor.current : activeElement;
    setOpen(true);
  };
  const close = (withFocus: boolean) => {
    setOpen(false);
    if (withFocus && opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={label}
        aria-description={description}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'ArrowDown') return;
          event.preventDefault();
          open();
        }}
        className={className}
      >
        {children}
      </button>
      {isOpen && <Menu label={label} about={about?.()} anchor={anchor} entries={entries()} onClose={close} />}
    </>
  );
}

/** How a button of an icon looks that opens a menu. */
export const LOOK =
  'hit inline-flex shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover';

/** "Actions for X": what can be done with the thing X. `description`: what X is called, where it goes by its number. */
export function ActionsMenu({
  of,
  description,
  about,
  entries,
  className,
}: { of: string; className?: string } & Pick<MenuButtonProps, 'description' | 'about' | 'entries'>) {
  return (
    <MenuButton
      label={texts.common.actionsFor(of)}
      description={description}
      about={about}
      entries={entries}
      className={cx(LOOK, className)}
    >
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}
