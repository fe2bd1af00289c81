import { Fragment } from 'react';
import type { Label } from '../lib/model.ts';
import { texts } from '../lib/texts.ts';

const MOST_CHIPS = 4;

/** A label's own colour is a dot: its name keeps the contrast of text. */
function LabelChip({ label }: { label: Pick<Label, 'name' | 'color'> }) {
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
      className="dot size-2 shrink-0 rounded-full ring-1 ring-line"
      style={{ background: color ?? 'var(--color-edge)' }}
    />
  );
}
