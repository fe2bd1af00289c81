import { lazy, Suspense } from 'react';
import { load } from '../lib/loading.ts';

const MarkdownTokens = lazy(() => load(() => import('./markdown-tokens.tsx')));

/** Markdown as elements. While what reads it is loaded, its text stands there as it was written. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="break-words whitespace-pre-wrap">{text}</p>}>
      <MarkdownTokens text={text} />
    </Suspense>
  );
}
