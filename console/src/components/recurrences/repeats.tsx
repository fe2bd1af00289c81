import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import type { TaskDetail } from '../../lib/model.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { recurrences as words } from '../../lib/texts/recurrences.texts.ts';
import { recurrenceQuery } from './queries.ts';

/** Where the time begins in the words of a schedule. */
const TIME = /,? at \d\d:\d\d.*$/;

/** When a task comes again: leads to what makes it. */
export default function Repeats({ task }: { task: TaskDetail }) {
  const { data: recurrence } = useQuery(recurrenceQuery(task.recurrenceId ?? ''));
  const { data: projects = [] } = useQuery(projectsQuery);
  const project = projects.find(({ id }) => id === recurrence?.projectId);
  if (!recurrence || !project) return null;
  const when = recurrence.words.replace(TIME, '');
  return (
    <p className="text-sm text-muted">
      <Link
        to="/projects/$key/settings"
        params={{ key: project.key }}
        hash={recurrence.id}
        className="hit inline-flex items-center gap-1.5 hover:text-ink"
      >
        <Repeat size={14} aria-hidden />
        {words.repeats(when.charAt(0).toLowerCase() + when.slice(1))}
      </Link>
    </p>
  );
}
