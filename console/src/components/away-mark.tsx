import { dayOf, showDate } from '../lib/format.ts';
import type { User } from '../lib/model.ts';
import { task as words } from '../lib/texts/work.texts.ts';
import { Badge } from './states.tsx';

/** When somebody is not there, and what others should know of it. */
export function AwayMark({ away }: Pick<User, 'away'>) {
  if (!away) return null;
  const [from, until] = [showDate(away.from), showDate(away.until)];
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Badge tone="warning">
        {away.from > dayOf(new Date()) ? words.awayFrom(from, until) : words.awayUntil(until)}
      </Badge>
      {away.note && <span className="truncate text-xs text-muted">{away.note}</span>}
    </span>
  );
}
