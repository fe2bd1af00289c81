import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center text-sm text-accent-text underline underline-offset-2 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}
