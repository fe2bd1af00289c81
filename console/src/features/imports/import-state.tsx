import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ImportResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Section } from '../../components/screen.tsx';
import { Badge, Failure, Note, Progress, Skeleton } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { imports as words } from '../../lib/texts/imports.texts.ts';
import { act, importQuery, importsQuery, isBusy, remember } from './queries.ts';
import { countOf, ImportReport } from './report.tsx';

/** An import as it stands: what it would do, how far it is, what it has done. */
export function ImportState({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const { data: row, error, refetch } = useQuery(importQuery(id));
  if (!row) return error ? <Failure text={messageOf(error)} onRetry={() => void refetch()} /> : <Skeleton />;
  const { name, state, report } = row;
  return (
    <Section title={name} actions={<Badge>{words.states[state]}</Badge>} className="gap-4">
      {error && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {isBusy(row) && <Running row={row} />}
      {row.error !== null && <Note tone="danger">{row.error}</Note>}
      <Steps row={row} onDeleted={onDeleted} />
      {report && !isBusy(row) && <ImportReport row={row} report={report} />}
    </Section>
  );
}

function Running({ row: { state, progress } }: { row: ImportResponse }) {
  const { done, total } = progress;
  if (total > 0) return <Progress done={done} of={total} label={words.progress(showNumber(done), showNumber(total))} />;
  return <progress aria-label={words.states[state]} className="progress h-1.5 w-full" />;
}

/** What may be done with it now. */
function Steps({ row, onDeleted }: { row: ImportResponse; onDeleted: () => void }) {
  const [asking, ask] = useState<'undo' | 'delete'>();
  const { id, state, report, startedAt } = row;
  const path = { id };
  const { data: projects = [] } = useQuery(projectsQuery);
  const project = projects.find((one) => one.id === row.projectId);
  const start = () => void act(client.startImport({ path }));
  const hasRun = startedAt !== null && (state === 'failed' || state === 'stopped');
  const remove = async () => {
    await client.deleteImport({ path });
    await queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
    onDeleted();
  };
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'done' && project && (
        <Link to="/projects/$key/board" params={{ key: project.key }} className={buttonStyle('primary')}>
          {words.openProject}
        </Link>
      )}
      {state === 'checked' && report && (
        <Button look="primary" onClick={start}>
          {words.start(countOf(report))}
        </Button>
      )}
      {hasRun && <Button onClick={start}>{words.goOn}</Button>}
      {state === 'waiting' && <Button onClick={() => void act(client.checkImport({ path }))}>{words.check}</Button>}
      {state === 'running' && <Button onClick={() => void act(client.stopImport({ path }))}>{words.stop}</Button>}
      {(state === 'done' || hasRun) && (
        <Button look="quiet" onClick={() => ask('undo')}>
          {words.undo}
        </Button>
      )}
      {(state === 'waiting' || state === 'checked' || state === 'undone') && (
        <Button onClick={() => ask('delete')}>{texts.common.delete}</Button>
      )}
      {asking === 'undo' && (
        <Confirm
          action={words.undo}
          question={words.undoQuestion}
          onConfirm={() => client.undoImport({ path }).then(remember)}
          onClose={() => ask(undefined)}
        />
      )}
      {asking === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion}
          onConfirm={remove}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  );
}
