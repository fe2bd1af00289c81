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
import { type CSSProperties, Fragment } from 'react';
import type { Label, Priority } from '../lib/model.ts';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';

const PRIORITY_ICONS = { Urgent: ChevronsUp, High: ChevronUp, Medium: Equal, Low: ChevronDown, None: Minus };

export function PriorityIcon({ priority, withName = false }: { priority: Priority; withName?: boolean }) {
  const Icon = PRIORITY_ICONS[priority];
  const colour = priority === 'Urgent' ? 'text-danger' : priority === 'High' ? 'text-warning' : 'text-muted';
  return (
    <span className={cx('inline-flex items-center gap-1', colour)}>
      <Icon size={14} aria-hidden />
      <span className={withName ? 'text-ink' : 'sr-only'}>{priority}</span>
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

const MOST_CHIPS = 4;

/** A label's own colour is a dot: its name keeps the contrast of text. */
export function LabelChip({ label }: { label: Pick<Label, 'name' | 'color'> }) {
  return (
    <span className="inline-flex max-w-40 items-center gap-1 rounded-full border border-line px-1.5 text-xs text-muted">
      <ColourDot color={label.color} />
      <span className="truncate">{label.name}</span>
    </span>
  );
}

/** What `LabelChips` shows, as text. */
export const shownLabels = (labels: readonly Pick<Label, 'name'>[]): string => {
  const others = labels.length - MOST_CHIPS;
  const names = labels.slice(0, MOST_CHIPS).map(({ name }) => name);
  return [...names, ...(others > 0 ? [texts.common.more(others)] : [])].join(' ');
};

/** The first few labels of a task, and how many more it has. */
export function LabelChips({ labels }: { labels: readonly Pick<Label, 'id' | 'name' | 'color'>[] }) {
  const others = labels.slice(MOST_CHIPS);
  return (
    <>
      {labels.slice(0, MOST_CHIPS).map((label) => (
        <Fragment key={label.id}>
          <LabelChip label={label} />
          {/* Else the words run together for those who hear them. */}{' '}
        </Fragment>
      ))}
      {others.length > 0 && (
        <span title={others.map(({ name }) => name).join(', ')} className="text-xs whitespace-nowrap text-muted">
          {texts.common.more(others.length)}
        </span>
      )}
    </>
  );
}

export function ColourDot({ color }: { color: string | null }) {
  return (
    <span
      aria-hidden
      className="size-2 shrink-0 rounded-full ring-1 ring-line"
      style={{ background: color ?? 'var(--color-edge)' }}
    />
  );
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
