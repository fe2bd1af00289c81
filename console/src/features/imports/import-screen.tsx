import { useQuery } from '@tanstack/react-query';
import type { ImportResponse } from 'project-management-sdk';
import { Button } from '../../components/button.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { showMoment } from '../../lib/format.ts';
import { projectsQuery, useMay } from '../../lib/queries.ts';
import { imports as words } from '../../lib/texts/imports.texts.ts';
import { ImportState } from './import-state.tsx';
import { NewImportForm } from './new-import.tsx';
import { importsQuery, remember } from './queries.ts';
import { countOf } from './report.tsx';

export function ImportScreen() {
  return useMay('ADMIN') ? <Imports /> : <NotFound />;
}

function Imports() {
  const { import: id } = useAddress();
  const change = useChangeAddress();
  const show = (row: ImportResponse) => {
    remember(row);
    change({ import: row.id });
  };
  return (
    <Screen
      title={words.title}
      side={<SettingsNav />}
      actions={id && <Button onClick={() => change({ import: undefined })}>{words.close}</Button>}
    >
      <div className="flex w-full max-w-4xl flex-col gap-8 p-4">
        {id ? (
          <ImportState key={id} id={id} onDeleted={() => change({ import: undefined })} />
        ) : (
          <div className="flex max-w-2xl flex-col gap-4">
            <p className="text-sm text-muted">{words.hint}</p>
            <NewImportForm onChecked={show} />
          </div>
        )}
        <Section title={words.imports}>
          <ImportList onOpen={({ id: chosen }) => change({ import: chosen })} />
        </Section>
      </div>
    </Screen>
  );
}

function ImportList({ onOpen }: { onOpen: (row: ImportResponse) => void }) {
  const { data: rows, error, refetch } = useQuery(importsQuery);
  const { data: projects } = useQuery(projectsQuery);
  if (!rows) return error ? <Failure text={messageOf(error)} onRetry={() => void refetch()} /> : <Skeleton />;
  if (rows.length === 0) return <Empty text={words.none} />;
  return (
    <Table
      name={words.imports}
      rows={rows.toReversed()}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          cell: (row) => (
            <button
              type="button"
              className="hit text-accent-text underline underline-offset-2"
              onClick={() => onOpen(row)}
            >
              {row.name}
            </button>
          ),
        },
        { name: words.state, cell: ({ state }) => <Badge>{words.states[state]}</Badge> },
        {
          name: words.project,
          cell: ({ projectId, startedAt }) =>
            projectId === null && startedAt === null
              ? words.newProject
              : (projects?.find(({ id }) => id === projectId)?.name ?? '–'),
        },
        { name: words.tasks, isRight: true, cell: ({ report }) => (report ? showNumber(countOf(report)) : '–') },
        { name: words.created, cell: ({ createdAt }) => <time dateTime={createdAt}>{showMoment(createdAt)}</time> },
      ]}
    />
  );
}
