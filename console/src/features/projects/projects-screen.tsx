import { messageOf } from '../../lib/api.ts';
import { type Search, useAddress, useChangeAddress } from '../../lib/address.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Switch } from '../../components/choice-fields.tsx';
import { UnknownNumber } from '../../components/read.tsx';
import { Screen } from '../../components/screen.tsx';
import { Badge, Empty, Failure, Progress, Skeleton } from '../../components/states.tsx';
import { showNumber } from '../../lib/figures.ts';
import { contains } from '../../lib/fits.ts';
import type { Project } from '../../lib/model.ts';
import { projectsQuery, useMay } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import * as projectsTexts from '../../lib/texts/projects.texts.ts';
import { NewProject } from './new-project.tsx';
import { progressQuery } from './queries.ts';

const { projects: words } = projectsTexts;

export function ProjectsScreen() {
  const { data, error, refetch } = useQuery(projectsQuery);
  const { archived, search = '' } = useAddress();
  const changeAddress = useChangeAddress();
  const mayCreate = useMay('MEMBER');
  const [isCreating, setCreating] = useState(false);
  const change = (filters: Search) => changeAddress(filters, { replace: true });
  const wanted = search.trim();
  const shown = data?.filter(
    ({ name, key, status }) => status === (archived ? 'archived' : 'active') && contains(`${name} ${key}`, wanted),
  );
  return (
    <Screen
      title={texts.shell.projects}
      actions={
        <>
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            value={search}
            onChange={({ target }) => change({ search: target.value })}
            className="control w-48 rounded-md border border-line bg-surface px-2 text-sm"
          />
          <Switch
            label={words.archived}
            checked={archived !== undefined}
            onChange={(on) => change({ archived: on ? '1' : undefined })}
          />
          {mayCreate && (
            <Button look="primary" onClick={() => setCreating(true)}>
              <Plus size={14} aria-hidden />
              {words.newProject}
            </Button>
          )}
        </>
      }
    >
      {error && !data && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="p-4" />}
      {shown && <Cards projects={shown} />}
      {data?.length === 0 && <Empty text={words.none} next={mayCreate && words.makeFirst} />}
      {data && data.length > 0 && shown?.length === 0 && <Empty text={words.nothingFound} />}
      {isCreating && <NewProject onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function Cards({ projects }: { projects: readonly Project[] }) {
  const progress = useQueries({ queries: projects.map(({ id, taskCount }) => progressQuery(id, taskCount)) });
  const failed = progress.filter(({ error, data }) => error && data === undefined);
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3 p-4 pt-2">
      {failed[0] && (
        <div className="col-span-full">
          <Failure text={messageOf(failed[0].error)} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
        </div>
      )}
      {projects.map((project, index) => {
        const done = progress[index]?.data;
        return (
          <article
            key={project.id}
            aria-label={project.name}
            className="panel relative flex flex-col gap-2 p-4 shadow-card hover:border-edge"
          >
            <div className="flex items-center gap-2">
              <Badge>{project.key}</Badge>
              <Link
                to="/projects/$key/board"
                params={{ key: project.key }}
                className="min-w-0 truncate leading-6 font-semibold before:absolute before:inset-0"
              >
                {project.name}
              </Link>
            </div>
            {project.description && <p className="line-clamp-2 text-muted">{project.description}</p>}
            <div className="mt-auto">
              {done !== undefined ? (
                <Progress
                  done={done}
                  of={project.taskCount}
                  label={words.progress(showNumber(done), showNumber(project.taskCount))}
                />
              ) : (
                !progress[index]?.error && <UnknownNumber isWide />
              )}
            </div>
          </article>
        );
      })}
    </div>
  );
}
