import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';
import { IconButton } from './button.tsx';

export interface DialogPopupProps {
  /** The accessible name; shown unless `isTitleHidden`. */
  title: string;
  onClose: () => void;
  kind?: 'dialog' | 'drawer' | 'palette';
  size?: 'md' | 'lg';
  isTitleHidden?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Stays open until one of its buttons is pressed. */
  isFirm?: boolean;
  children: ReactNode;
}

const KINDS = {
  dialog: 'inset-x-0 top-[10dvh] mx-auto max-h-[80dvh] w-[calc(100vw-2rem)] rounded-lg',
  palette: 'inset-x-0 top-[12dvh] mx-auto max-h-[70dvh] w-[calc(100vw-2rem)] max-w-xl rounded-lg',
  drawer: 'inset-y-0 right-0 h-dvh w-full max-w-2xl border-y-0 border-r-0',
};

/** The one chunk with Base UI's dialog: `Modal` loads it when it is first needed. */
export default function DialogPopup({
  title,
  onClose,
  kind = 'dialog',
  size = 'md',
  isTitleHidden = false,
  initialFocus,
  isFirm = false,
  children,
}: DialogPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !isFirm && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={cx('fixed inset-0 z-30', kind === 'drawer' ? 'bg-shade/50' : 'bg-shade')} />
        <Dialog.Popup
          ref={popup}
          // What is read has no first control: the dialog itself is where one begins.
          {...(kind === 'drawer' ? { initialFocus: popup } : initialFocus && { initialFocus })}
          className={cx(
            'pop scroll-thin outline-none fixed z-30 flex flex-col overflow-y-auto overscroll-contain',
            KINDS[kind],
            kind === 'dialog' && (size === 'lg' ? 'max-w-3xl' : 'max-w-md'),
          )}
        >
          <Dialog.Title className={isTitleHidden ? 'sr-only' : 'px-4 pt-4 pr-14 text-lg font-semibold'}>
            {title}
          </Dialog.Title>
          {kind === 'dialog' && !isFirm && (
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
