import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';
import { Button } from './button.tsx';

const TONES = {
  danger: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  success: 'bg-success-soft text-success',
  accent: 'bg-accent-soft text-accent-text',
};

/** A message that belongs where it stands. */
export function Note({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx('rounded-md px-3 py-2 text-sm', TONES[tone])}>
      {children}
    </div>
  );
}

export function Badge({ tone, children }: { tone?: keyof typeof TONES | undefined; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        tone ? TONES[tone] : 'bg-hover text-muted',
      )}
    >
      {children}
    </span>
  );
}

interface EmptyProps {
  text: string;
  /** What to do about it, for readers who may. */
  next?: string | false;
  children?: ReactNode;
}

/** Where there is nothing yet. */
export function Empty({ text, next, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center text-muted">
      <p className="max-w-md">{next ? `${text} ${next}` : text}</p>
      {children}
    </div>
  );
}

/** The frame of a list that loads. */
export function Skeleton({ rows = 4, className }: { rows?: number; className?: string }) {
  return (
    <div role="status" aria-label={texts.common.loading} className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="h-9 animate-pulse rounded-md bg-hover" />
      ))}
    </div>
  );
}

export function Failure({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <Note tone="danger">{text}</Note>
      {onRetry && <Button onClick={onRetry}>{texts.common.retry}</Button>}
    </div>
  );
}

export function Progress({ done, of, label }: { done: number; of: number; label: string }) {
  const share = of === 0 ? 0 : Math.round((done / of) * 100);
  return (
    <div className="flex items-center gap-2">
      <progress value={share} max={100} aria-label={label} className="progress h-1.5 w-full" />
      <span className="text-xs whitespace-nowrap text-muted">{label}</span>
    </div>
  );
}
