import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { cx } from '../lib/cx.ts';
import { lettersOf, keyOf } from '../lib/keys.ts';
import { texts } from '../lib/texts.ts';
import { usePopover } from './use-popover.ts';

export type MenuEntry = { text: string; run: () => void; isDangerous?: boolean } | { separator: true };

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

/** What can be done with a thing, beside its button. */
export default function Menu({ label, about, anchor, entries, onClose }: MenuProps) {
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
