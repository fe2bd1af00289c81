import { useQuery } from '@tanstack/react-query';
import type { ExportResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Checkbox } from '../../components/choice-fields.tsx';
import { FormNote, useSubmit } from '../../components/form.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Badge, Empty, Failure, Progress, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { showMoment } from '../../lib/format.ts';
import { projectsQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { exports as words } from '../../lib/texts/exports.texts.ts';
import { exportsQuery } from './queries.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });

export function ExportScreen() {
  return useMay('OWNER') ? <Exports /> : <NotFound />;
}

function Exports() {
  const [files, setFiles] = useState(true);
  const form = useSubmit(() => client.createExport({ body: { files } }), refresh);
  return (
    <Screen title={words.title} side={<SettingsNav />}>
      <div className="flex w-full max-w-4xl flex-col gap-8 p-4">
        <form noValidate className="flex max-w-2xl flex-col gap-3" onSubmit={(event) => void form.submit(event)}>
          <p className="text-sm text-muted">{words.hint}</p>
          <Checkbox label={words.files} checked={files} onChange={({ target }) => setFiles(target.checked)} />
          <FormNote {...form} shown={[]} />
          <Button type="submit" look="primary" isBusy={form.isBusy} className="self-start">
            {words.start}
          </Button>
        </form>
        <Section title={words.exports}>
          <ExportList />
        </Section>
      </div>
    </Screen>
  );
}

function ExportList() {
  const { data: rows, error, refetch } = useQuery(exportsQuery);
  const { data: projects } = useQuery(projectsQuery);
  if (!rows) return error ? <Failure text={messageOf(error)} onRetry={() => void refetch()} /> : <Skeleton />;
  if (rows.length === 0) return <Empty text={words.none} />;
  return (
    <Table
      name={words.exports}
      rows={rows.toReversed()}
      keyOf={({ id }) => id}
      columns={[
        { name: words.made, cell: ({ createdAt }) => <time dateTime={createdAt}>{showMoment(createdAt)}</time> },
        {
          name: words.of,
          cell: ({ projectId }) =>
            projectId === null ? words.company : (projects?.find(({ id }) => id === projectId)?.name ?? words.project),
        },
        { name: words.state, cell: (row) => <State row={row} /> },
        { name: words.size, isRight: true, cell: ({ bytes }) => (bytes === null ? '–' : showBytes(bytes)) },
        { name: words.until, cell: ({ expiresAt }) => (expiresAt === null ? '–' : showMoment(expiresAt)) },
        { name: words.actions, cell: (row) => <Actions row={row} /> },
      ]}
    />
  );
}

function State({ row: { state, progress } }: { row: ExportResponse }) {
  if (state !== 'running') return <Badge tone={state === 'failed' ? 'danger' : undefined}>{words.states[state]}</Badge>;
  const { done, total } = progress;
  if (total === 0) return <progress aria-label={words.preparing} className="progress h-1.5 w-full" />;
  return <Progress done={done} of={total} label={words.progress(showNumber(done), showNumber(total))} />;
}

function Actions({ row: { id, state } }: { row: ExportResponse }) {
  const [isAsking, ask] = useState(false);
  return (
    <span className="inline-flex items-center gap-3">
      {state === 'ready' && (
        <a className="hit text-accent-text underline underline-offset-2" href={`/api/exports/${id}/content`} download>
          {words.download}
        </a>
      )}
      <Button onClick={() => ask(true)}>{texts.common.delete}</Button>
      {isAsking && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion}
          onClose={() => ask(false)}
          onConfirm={() => client.deleteExport({ path: { id } }).then(refresh)}
        />
      )}
    </span>
  );
}

/** "1.5 MB". */
function showBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_024)), units.length - 1);
  return `${showNumber(Math.round((bytes / 1_024 ** power) * 10) / 10)} ${units[power] ?? ''}`;
}
