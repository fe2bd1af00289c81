import { CircleX, GitMerge, GitPullRequest } from 'lucide-react';
import type { Task } from '../../lib/model.ts';
import { codeMarks } from '../../lib/texts/list.texts.ts';

/** Where the pull requests of a task are, in a word. */
export function CodeMark({ code: { open, merged, failing } }: { code: NonNullable<Task['code']> }) {
  if (open + merged === 0) return null;
  const [Icon, text] =
    failing > 0
      ? [CircleX, codeMarks.failing]
      : open > 0
        ? [GitPullRequest, codeMarks.open]
        : [GitMerge, codeMarks.merged];
  return (
    <span
      className={
        failing > 0 ? 'inline-flex items-center gap-1 px-1 text-danger' : 'inline-flex items-center gap-1 px-1'
      }
    >
      <Icon size={12} aria-hidden />
      {text}
    </span>
  );
}
