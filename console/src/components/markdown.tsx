import { onDemand } from '../lib/on-demand.tsx';
import type { MarkdownProps } from './markdown-tokens.tsx';
import { PlainText } from './plain-text.tsx';

/** Markdown as elements. While what reads it is loaded, its text stands there as it was written. */
export const Markdown = onDemand<MarkdownProps>(() => import('./markdown-tokens.tsx'), PlainText);
