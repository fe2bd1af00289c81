import { useSyncExternalStore } from 'react';
import { X } from 'lucide-react';
import { texts } from '../lib/texts.ts';
import { IconButton } from './button.tsx';

interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'danger';
  undo?: () => void;
  link?: { text: string; open: () => void };
}

const PLAIN_MS = 5_000;
const DANGER_MS = 10_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Says something for a while, in the live region; gives its id. `milliseconds` 0: until it is dismissed. */
export function showToast(
  text: string,
  options: Partial<Omit<Toast, 'id' | 'text'>> & { milliseconds?: number } = {},
): number {
  const { tone = 'plain', milliseconds = tone === 'danger' ? DANGER_MS : PLAIN_MS, ...rest } = options;
  const id = nextId++;
  change([...toasts.slice(-3), { id, text, tone, ...rest }]);
  if (milliseconds > 0) setTimeout(() => dismissToast(id), milliseconds);
  return id;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="region"
      aria-label={texts.shell.notifications}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-12 z-50 flex flex-col items-center gap-2 p-4 md:bottom-0"
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

let announced = '';
const announcementListeners = new Set<() => void>();

/** Says something to those who hear the screen, without showing it: where a card has gone. */
export function announce(text: string): void {
  announced = text === announced ? `${text} ` : text;
  for (const listener of announcementListeners) listener();
}

export function Announcer() {
  const text = useSyncExternalStore(
    (listener) => {
      announcementListeners.add(listener);
      return () => announcementListeners.delete(listener);
    },
    () => announced,
  );
  return (
    <div aria-live="assertive" className="sr-only">
      {text}
    </div>
  );
}
