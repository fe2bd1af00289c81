import { lazy, Suspense } from 'react';

const MarkdownTokens = lazy(() => import('./markdown-tokens.tsx'));

/** Markdown as elements. While what reads it is loaded, its text stands there as it was written. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="break-words whitespace-pre-wrap">{text}</p>}>
      <MarkdownTokens text={text} />
    </Suspense>
  );
}
