import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { VirtualColleagueResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../components/screen.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../components/states.tsx';
import { messageOf } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import { colleaguesQuery, useMay } from '../../lib/queries.ts';
import { activity } from '../../lib/texts/colleague-rules.texts.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { NewColleague } from './new-colleague.tsx';
import { presetsQuery, statsQuery } from './queries.ts';
import { RoleAvatar } from '../../components/role-avatar.tsx';

export function ColleaguesScreen() {
  const { data: colleagues, error, refetch } = useQuery(colleaguesQuery);
  const isAdmin = useMay('ADMIN');
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen
      title={words.title}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus size={14} aria-hidden />
            {words.newColleague}
          </Button>
        )
      }
    >
      {error && !colleagues && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!colleagues && !error && <Skeleton className="p-4" />}
      {colleagues?.length === 0 && <Empty text={words.none} next={isAdmin && words.makeFirst} />}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 p-4 pt-2">
        {colleagues?.map((colleague) => (
          <Card key={colleague.id} colleague={colleague} />
        ))}
      </div>
      {isCreating && <NewColleague onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function Card({ colleague }: { colleague: VirtualColleagueResponse }) {
  const { data: presets = [] } = useQuery(presetsQuery);
  const { id, name, role, schedule, active, nextRunAt, lastRunAt, lastRunStatus } = colleague;
  return (
    <article aria-label={name} className="panel relative flex flex-col gap-2 p-4 shadow-card hover:border-edge">
      <div className="flex items-center gap-2">
        <RoleAvatar role={role} />
        <div className="min-w-0">
          <Link
            to="/colleagues/$id"
            params={{ id }}
            className="block truncate leading-6 font-semibold before:absolute before:inset-0"
          >
            {name}
          </Link>
          <p className="text-xs text-muted">{presets.find((preset) => preset.role === role)?.name ?? role}</p>
        </div>
        {!active && (
          <span className="ml-auto">
            <Badge>{words.disabled}</Badge>
          </span>
        )}
      </div>
      <p className="text-sm">{words.schedule(schedule)}</p>
      <p className="text-sm text-muted">
        {lastRunAt && lastRunStatus
          ? words.lastRun(showAgo(lastRunAt), words.statuses[lastRunStatus] ?? lastRunStatus)
          : words.neverRun}
      </p>
      <Help id={id} />
      {nextRunAt && <p className="text-sm text-muted">{words.nextRun(showAgo(nextRunAt))}</p>}
    </article>
  );
}

/** Whether what it said in the last 30 days had an effect; nothing of one that said nothing. */
function Help({ id }: { id: string }) {
  const { data: stats = [] } = useQuery(statsQuery(id));
  const said = stats.reduce((sum, rule) => sum + rule.said, 0);
  const actedOn = stats.reduce((sum, rule) => sum + (rule.actedOn ?? 0), 0);
  return said > 0 && <p className="text-sm">{activity.helps(said, actedOn)}</p>;
}
