/** What is said to the reader for a while: `Toasts` shows it. */
interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'danger';
  /** Takes the place of the toast with the same key. */
  key?: string;
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

/** Says something for a while, in the live region; gives what `dismissToast` takes. */
export function showToast(
  text: string,
  options: Partial<Omit<Toast, 'id' | 'text'>> & { milliseconds?: number } = {},
): number {
  const { tone = 'plain', milliseconds = tone === 'danger' ? DANGER_MS : PLAIN_MS, ...rest } = options;
  const id = nextId++;
  const others = toasts.filter(({ key }) => key === undefined || key !== rest.key);
  toasts = [...others.slice(-3), { id, text, tone, ...rest }];
  notify();
  setTimeout(() => dismissToast(id), milliseconds);
  return id;
}

/** Says something to those who hear the screen, without showing it: where a card has gone. */
export function announce(text: string): void {
  announced = text === announced ? `${text} ` : text;
  notify();
}
