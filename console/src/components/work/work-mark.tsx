import { Bot, CircleHelp, Eye } from 'lucide-react';
import type { Task } from '../../lib/model.ts';
import { workMarks } from '../../lib/texts/work.texts.ts';
import { cx } from '../../lib/cx.ts';

const ICONS = { working: Bot, asking: CircleHelp, submitted: Eye };

/** Who works on a task, and that it asks or has handed in. */
export function WorkMark({ work: { state, colleague } }: { work: NonNullable<Task['work']> }) {
  const Icon = ICONS[state];
  return (
    <span className={cx('inline-flex items-center gap-1', state !== 'working' && 'text-warning')}>
      <Icon size={12} aria-hidden />
      {workMarks[state](colleague.name)}
    </span>
  );
}
