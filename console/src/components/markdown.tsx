import { lazy, Suspense } from 'react';
import { load } from '../lib/loading.ts';
import { PlainText } from './plain-text.tsx';

const MarkdownTokens = lazy(() => load(() => import('./markdown-tokens.tsx')));

/** Markdown as elements. While what reads it is loaded, its text stands there as it was written. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <MarkdownTokens text={text} />
    </Suspense>
  );
}
