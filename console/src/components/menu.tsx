import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';
import { usePopover } from './use-popover.ts';
import { keyOf, lettersOf } from '../lib/keys.ts';

export type MenuEntry = { text: string; run: () => void; isDangerous?: boolean } | { separator: true };

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

/** What begins with a letter, of whichever script; never what deletes. */
const typedAhead = (items: readonly HTMLElement[], letters: readonly string[]): HTMLElement | undefined =>
  items.find(
    (item) =>
      !item.matches('[data-danger]') && letters.some((letter) => item.innerText.toLowerCase().startsWith(letter)),
  );

interface MenuProps {
  label: string;
  about?: string | undefined;
  anchor: RefObject<HTMLElement | null>;
  entries: readonly MenuEntry[];
  onClose: (withFocus: boolean) => void;
}

/** The menu itself, for what opens it by a key. */
export function Menu({ label, about, anchor, entries, onClose }: MenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  usePopover(popup, anchor, () => onClose(false));
  const items = () => [...(popup.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => items()[0]?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const key = keyOf(event);
    const goTo: Record<string, HTMLElement | undefined> = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all[(at - 1 + all.length) % all.length],
      Home: all[0],
      End: all.at(-1),
    };
    if (key in goTo) goTo[key]?.focus();
    else if (key === 'Escape' || key === 'Tab') onClose(true);
    else if (key.length === 1 && key !== ' ') typedAhead([...all.slice(at + 1), ...all], lettersOf(event))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={popup}
      popover="manual"
      role="menu"
      aria-label={about === undefined ? label : texts.common.actionsFor(about)}
      onKeyDown={onKeyDown}
      className="pop scroll-thin fixed inset-auto m-0 max-h-[60dvh] max-w-80 min-w-48 overflow-y-auto p-1 text-ink"
    >
      {about !== undefined && <p className="px-2 py-1 text-xs text-muted">{about}</p>}
      {entries.map((entry, index) =>
        'separator' in entry ? (
          <div key={index} role="separator" className="my-1 h-px bg-line" />
        ) : (
          <button
            key={index}
            type="button"
            role="menuitem"
            tabIndex={-1}
            data-danger={entry.isDangerous || undefined}
            onPointerMove={({ currentTarget }) => currentTarget.focus()}
            onClick={() => {
              onClose(true);
              entry.run();
            }}
            className={cx(
              'control flex w-full items-center rounded-md px-2 text-left text-sm outline-none focus:bg-hover',
              entry.isDangerous && 'text-danger',
            )}
          >
            <span className="truncate">{entry.text}</span>
          </button>
        ),
      )}
    </div>
  );
}

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
      className={cx(
        'hit inline-flex shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover',
        className,
      )}
    >
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}
