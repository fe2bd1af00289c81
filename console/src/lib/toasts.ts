/** What is said to the reader for a while: `Toasts` shows it. */
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
let announced = '';
const listeners = new Set<() => void>();

export const notifications = {
  toasts: (): readonly Toast[] => toasts,
  announced: (): string => announced,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function notify(): void {
  for (const listener of listeners) listener();
}

export function dismissToast(id: number): void {
  toasts = toasts.filter((toast) => toast.id !== id);
  notify();
}

/** Says something for a while, in the live region. */
export function showToast(
  text: string,
  options: Partial<Omit<Toast, 'id' | 'text'>> & { milliseconds?: number } = {},
): void {
  const { tone = 'plain', milliseconds = tone === 'danger' ? DANGER_MS : PLAIN_MS, ...rest } = options;
  const id = nextId++;
  toasts = [...toasts.slice(-3), { id, text, tone, ...rest }];
  notify();
  setTimeout(() => dismissToast(id), milliseconds);
}

/** Says something to those who hear the screen, without showing it: where a card has gone. */
export function announce(text: string): void {
  announced = text === announced ? `${text} ` : text;
  notify();
}
