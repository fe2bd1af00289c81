import { useSyncExternalStore } from 'react';
import { X } from 'lucide-react';
import { texts } from '../lib/texts.ts';
import { dismissToast, notifications } from '../lib/toasts.ts';
import { IconButton } from './button.tsx';

export function Toasts() {
  const shown = useSyncExternalStore(notifications.subscribe, notifications.toasts);
  return (
    <div
      role="region"
      aria-label={texts.shell.notifications}
      aria-live="polite"
      // What is selected has its buttons at the foot: they stay within reach.
      className="pointer-events-none fixed inset-x-0 bottom-12 z-50 flex flex-col items-center gap-2 p-4 md:bottom-0 [body:has([data-bulk])_&]:bottom-70 md:[body:has([data-bulk])_&]:bottom-24"
    >
      {shown.map(({ id, text, tone, undo, link }) => (
        <div key={id} className="pop pointer-events-auto flex max-w-lg items-center gap-2 py-1 pr-1 pl-3 text-sm">
          <p className={tone === 'danger' ? 'text-danger' : undefined}>{text}</p>
          {link && (
            <button
              type="button"
              className="hit rounded-md px-2 font-medium text-accent-text hover:bg-hover"
              onClick={() => {
                dismissToast(id);
                link.open();
              }}
            >
              {link.text}
            </button>
          )}
          {undo && (
            <button
              type="button"
              className="hit rounded-md px-2 font-medium text-accent-text hover:bg-hover"
              onClick={() => {
                dismissToast(id);
                undo();
              }}
            >
              {texts.common.undo}
            </button>
          )}
          <IconButton label={texts.common.close} onClick={() => dismissToast(id)}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}

export function Announcer() {
  const text = useSyncExternalStore(notifications.subscribe, notifications.announced);
  return (
    <div aria-live="assertive" className="sr-only">
      {text}
    </div>
  );
}
