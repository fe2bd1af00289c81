import { lazy, Suspense } from 'react';
import { load } from '../lib/loading.ts';
import type { MarkdownProps } from './markdown-tokens.tsx';
import { PlainText } from './plain-text.tsx';

const MarkdownTokens = lazy(() => load(() => import('./markdown-tokens.tsx')));

/** Markdown as elements. While what reads it is loaded, its text stands there as it was written. */
export function Markdown({ text, onTick }: MarkdownProps) {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <MarkdownTokens text={text} onTick={onTick} />
    </Suspense>
  );
}
