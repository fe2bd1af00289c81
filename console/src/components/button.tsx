import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface text-ink hover:bg-hover border-line',
  quiet: 'bg-transparent text-ink hover:bg-hover border-transparent',
  danger: 'bg-danger-fill text-on-accent hover:opacity-90 border-transparent',
};

export const buttonStyle = (look: Look = 'secondary', className?: string): string =>
  cx(
    'control inline-flex items-center justify-center gap-1.5 rounded-md border px-2.5 text-sm font-medium whitespace-nowrap',
    'transition-colors disabled:opacity-60 aria-disabled:opacity-60',
    LOOKS[look],
    className,
  );

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /** Something is under way: the button keeps its size and its focus. */
  isBusy?: boolean;
}

export function Button({ look, isBusy = false, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      data-danger={look === 'danger' || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonStyle(look, className)}
    >
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does: its accessible name, and its tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={cx(
        'hit inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  );
}
