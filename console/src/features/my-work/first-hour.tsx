import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/screen.tsx';
import { client } from '../../lib/api.ts';
import { projectsQuery, usersQuery } from '../../lib/queries.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';
import { firstHour as words } from '../../lib/texts/first-hour.texts.ts';
import { dismiss } from './fold.ts';

const anyTaskQuery = queryOptions({
  queryKey: ['tasks', 'any'],
  queryFn: async ({ signal }) => {
    const { data } = await client.listTasks({ query: { page: 1, limit: 1 }, signal });
    return data.length > 0;
  },
});

/** Whether any colleague has ever run. */
const anyRunQuery = queryOptions({
  queryKey: ['virtual-colleagues', 'any-run'],
  queryFn: async ({ signal }) => {
    const colleagues = await client.listColleagues({ signal });
    return colleagues.some(({ lastRunAt }) => lastRunAt !== null);
  },
  ...UNEVENTFUL,
});

/** What an empty company does first: four steps, until they are done or dismissed. */
export default function FirstHour() {
  const { data: projects } = useQuery(projectsQuery);
  const { data: users } = useQuery(usersQuery);
  const { data: hasTask } = useQuery(anyTaskQuery);
  const { data: hasRun } = useQuery(anyRunQuery);
  const [isGone, setGone] = useState(false);
  if (!projects || !users || hasTask === undefined || hasRun === undefined || isGone) return null;
  const steps = [
    { text: words.project, to: '/projects', isDone: projects.length > 0 },
    { text: words.invite, to: '/settings/people', isDone: users.length > 1 },
    { text: words.tasks, to: '/settings/import', isDone: hasTask },
    { text: words.colleague, to: '/colleagues', isDone: hasRun },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section
      title={words.title}
      actions={
        <Button
          look="quiet"
          onClick={() => {
            dismiss();
            setGone(true);
          }}
        >
          {words.dismiss}
        </Button>
      }
    >
      <ol className="panel grid gap-px overflow-hidden sm:grid-cols-2">
        {steps.map(({ text, to, isDone }) => {
          const Mark = isDone ? CircleCheck : Circle;
          return (
            <li key={text} className="flex items-center gap-2 px-3 py-2">
              <Mark size={16} aria-hidden className={isDone ? 'text-success' : 'text-muted'} />
              <Link to={to} className="control flex items-center font-medium hover:underline">
                {text}
              </Link>
              {isDone && <span className="text-xs text-muted">{words.done}</span>}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
