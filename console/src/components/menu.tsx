import { Ellipsis } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';

export type MenuEntry =
  | { text: string; run: () => void; icon?: ReactNode; isDangerous?: boolean; isDisabled?: boolean }
  | { separator: true };

interface MenuButtonProps {
  /** The accessible name of the button and of the menu. */
  label: string;
  /** Asked when the menu opens. */
  entries: () => readonly MenuEntry[];
  className?: string;
  children: ReactNode;
}

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(load);

export function MenuButton({ label, entries, className, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
        className={className}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <MenuPopup label={label} anchor={anchor} entries={entries()} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** "Actions for X": what can be done with the thing X. */
export function ActionsMenu({
  of,
  entries,
  className,
}: { of: string; className?: string } & Pick<MenuButtonProps, 'entries'>) {
  return (
    <MenuButton
      label={texts.common.actionsFor(of)}
      entries={entries}
      className={cx(
        'hit inline-flex shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover',
        className,
      )}
    >
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}
