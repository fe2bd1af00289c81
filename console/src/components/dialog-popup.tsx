import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';
import { IconButton } from './button.tsx';

export interface DialogPopupProps {
  /** The accessible name; shown unless `isTitleHidden`. */
  title: string;
  /** Without it, the dialog stays open until one of its buttons is pressed. */
  onClose?: () => void;
  kind?: 'dialog' | 'palette';
  size?: 'md' | 'lg';
  isTitleHidden?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

const KINDS = {
  dialog:
    'inset-x-0 top-2 mx-auto max-h-[calc(100dvh-1rem)] sm:top-[10dvh] sm:max-h-[80dvh] w-[calc(100vw-2rem)] rounded-lg',
  palette: 'inset-x-0 top-[12dvh] mx-auto max-h-[70dvh] w-[calc(100vw-2rem)] max-w-xl rounded-lg',
};

/** The one chunk with Base UI's dialog: `Modal` loads it when it is first needed. */
export default function DialogPopup({
  title,
  onClose,
  kind = 'dialog',
  size = 'md',
  isTitleHidden = false,
  initialFocus,
  children,
}: DialogPopupProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-shade" />
        <Dialog.Popup
          {...(initialFocus && { initialFocus })}
          data-modal
          className={cx(
            // What gets the focus is scrolled clear of the foot.
            'pop scroll-thin scroll-pb-18 outline-none fixed z-30 flex flex-col overflow-y-auto overscroll-contain',
            KINDS[kind],
            kind === 'dialog' && (size === 'lg' ? 'max-w-3xl' : 'max-w-md'),
          )}
        >
          <Dialog.Title className={isTitleHidden ? 'sr-only' : 'px-4 pt-4 pr-14 text-lg font-semibold'}>
            {title}
          </Dialog.Title>
          {kind === 'dialog' && onClose && (
            <IconButton label={texts.common.close} className="absolute top-3 right-3" onClick={onClose}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
