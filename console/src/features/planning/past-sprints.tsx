import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Badge } from '../../components/states.tsx';
import { showDate } from '../../lib/format.ts';
import type { Sprint } from '../../lib/model.ts';
import { useThisProject } from '../../lib/project-context.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';
import { pastSprints } from './amounts.ts';

/** The way to the burndowns of sprints that are over. */
export function PastSprints({ sprints }: { sprints: readonly Sprint[] }) {
  const { key } = useThisProject();
  const past = pastSprints(sprints);
  if (past.length === 0) return null;
  return (
    <details className="group panel shrink-0 px-3">
      <summary className="control flex items-center gap-1 text-sm text-muted hover:text-ink">
        <ChevronRight size={14} aria-hidden className="transition-transform group-open:rotate-90" />
        {planningTexts.planning.past(past.length)}
      </summary>
      <ul className="pb-1">
        {past.map(({ id, name, status, endedAt }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 text-sm">
            <Link
              to="/projects/$key/sprints/$id"
              params={{ key, id }}
              className="control flex min-w-0 items-center text-accent-text underline underline-offset-2"
            >
              <span className="truncate">{name}</span>
            </Link>
            <Badge>{planningTexts.sprint.statuses[status]}</Badge>
            {endedAt && <span className="ml-auto text-xs text-muted">{showDate(endedAt)}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
