import { showToast } from './toasts.ts';
import { texts } from './texts.ts';

/** Copies a text and says so; a browser may refuse. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(said);
  } catch {
    showToast(texts.common.notCopied, { tone: 'danger' });
  }
}
