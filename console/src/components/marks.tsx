import {
  ChevronDown,
  ChevronsUp,
  ChevronUp,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleSlash,
  Equal,
  Minus,
  Circle,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Priority } from '../lib/model.ts';
import { cx } from '../lib/cx.ts';

const PRIORITY_ICONS = { Urgent: ChevronsUp, High: ChevronUp, Medium: Equal, Low: ChevronDown, None: Minus };

interface PriorityIconProps {
  priority: Priority;
  withName?: boolean;
  /** Its name stands beside it. */
  isBare?: boolean;
}

export function PriorityIcon({ priority, withName = false, isBare = false }: PriorityIconProps) {
  const Icon = PRIORITY_ICONS[priority];
  const colour = priority === 'Urgent' ? 'text-danger' : priority === 'High' ? 'text-warning' : 'text-muted';
  return (
    <span className={cx('inline-flex items-center gap-1', colour)}>
      <Icon size={14} aria-hidden />
      {!isBare && <span className={withName ? 'text-ink' : 'sr-only'}>{priority}</span>}
    </span>
  );
}

const STATUS_ICONS: Record<string, typeof Circle> = {
  Backlog: CircleDashed,
  'In Progress': CircleDot,
  'In Review': CircleDot,
  Done: CircleCheck,
  Blocked: CircleSlash,
};
const STATUS_COLOURS: Record<string, string> = {
  'In Progress': 'text-warning',
  'In Review': 'text-accent-text',
  Done: 'text-success',
  Blocked: 'text-danger',
};

export function StatusIcon({ status }: { status: string }) {
  const Icon = STATUS_ICONS[status] ?? Circle;
  return <Icon size={14} aria-hidden className={cx('shrink-0', STATUS_COLOURS[status] ?? 'text-muted')} />;
}

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

const HUES = 12;

/** A person's own colour, the same on every screen. */
const hueOf = (name: string): number =>
  ([...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % HUES) * (360 / HUES);

interface AvatarProps {
  name: string;
  size?: 'sm' | 'md';
  /** Nothing beside it says the name. */
  isAlone?: boolean;
}

export function Avatar({ name, size = 'sm', isAlone = false }: AvatarProps) {
  return (
    <span
      title={name}
      className={cx(
        'avatar inline-flex shrink-0 items-center justify-center rounded-full font-medium',
        size === 'sm' ? 'size-5 text-[0.625rem]' : 'size-7 text-xs',
      )}
      style={{ '--hue': hueOf(name) } as CSSProperties}
    >
      {/* Not as text: what a button says is its name. */}
      <span aria-hidden data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      {isAlone && <span className="sr-only">{name}</span>}
    </span>
  );
}
