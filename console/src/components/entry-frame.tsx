import type { ReactNode } from 'react';
import { useTitle } from './screen.tsx';
import { texts } from '../lib/texts.ts';

/** A small page around one form. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[12dvh] pb-8">
      <div className="w-full max-w-sm">
        <p className="pb-6 text-center font-semibold text-muted" aria-hidden>
          {texts.product}
        </p>
        <div className="panel flex flex-col gap-4 p-6 shadow-card">
          <h1 className="text-xl font-semibold">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
