import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { cx } from '../lib/cx.ts';
import type { MenuEntry } from './menu.tsx';

interface MenuPopupProps {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  entries: readonly MenuEntry[];
  onClose: () => void;
}

/** The one chunk with Base UI's menu: `MenuButton` loads it when it is first opened. */
export default function MenuPopup({ label, anchor, entries, onClose }: MenuPopupProps) {
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()} modal={false}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="start" sideOffset={4} className="z-40">
          <Menu.Popup
            aria-label={label}
            finalFocus={anchor}
            className="pop scroll-thin max-h-[60dvh] max-w-80 min-w-48 overflow-y-auto p-1 outline-none"
          >
            {entries.map((entry, index) =>
              'separator' in entry ? (
                <Menu.Separator key={index} className="my-1 h-px bg-line" />
              ) : (
                <Menu.Item
                  key={index}
                  disabled={entry.isDisabled ?? false}
                  onClick={entry.run}
                  className={cx(
                    'control flex items-center gap-2 rounded-md px-2 text-sm outline-none data-disabled:text-muted data-highlighted:bg-hover',
                    entry.isDangerous && 'text-danger',
                  )}
                >
                  {entry.icon && <span aria-hidden>{entry.icon}</span>}
                  <span className="truncate">{entry.text}</span>
                </Menu.Item>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
