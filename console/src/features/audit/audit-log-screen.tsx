import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditEntryResponse } from 'project-management-sdk';
import { useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ListField } from '../../components/list-field.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { messageOf } from '../../lib/api.ts';
import { showMoment } from '../../lib/format.ts';
import { readNextPage } from '../../lib/next-page.ts';
import { colleaguesQuery, useMay, usersQuery } from '../../lib/queries.ts';
import { audit as words } from '../../lib/texts/audit.texts.ts';
import { auditQuery, downloadAuditLog, type Filters, filtersOf } from './queries.ts';

const NO_FILTER = { action: undefined, actorId: undefined, createdAfter: undefined, createdBefore: undefined };
const any = { value: '', label: words.any };

const ACTIONS = [
  ...Object.entries(words.groups).map(([group, label]) => ({ value: `${group}.*`, label })),
  ...Object.entries(words.actions).map(([value, label]) => ({ value, label })),
];

export function AuditLogScreen() {
  return useMay('ADMIN') ? <AuditLog /> : <NotFound />;
}

function AuditLog() {
  const filters = filtersOf(useAddress());
  return (
    <Screen title={words.title} side={<SettingsNav />} actions={<Download filters={filters} />}>
      <div className="flex w-full flex-col gap-4 p-4">
        <p className="text-sm text-muted">{words.hint}</p>
        <FilterFields />
        <Entries filters={filters} />
      </div>
    </Screen>
  );
}

function Download({ filters }: { filters: Filters }) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadAuditLog(filters);
    setBusy(false);
  };
  return (
    <Button isBusy={isBusy} onClick={() => void download()}>
      {words.download}
    </Button>
  );
}

function FilterFields() {
  const { action = '', actorId = '', createdAfter = '', createdBefore = '' } = useAddress();
  const change = useChangeAddress();
  const { data: people = [] } = useQuery(usersQuery);
  const put = (name: keyof typeof NO_FILTER) => (value: string) =>
    change({ [name]: value || undefined }, { replace: true });
  const byName = people.toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <div className="grid max-w-4xl grid-cols-2 gap-3 lg:grid-cols-4">
      <ListField
        label={words.action}
        value={action}
        placeholder={words.any}
        onChange={put('action')}
        choices={[any, ...ACTIONS]}
      />
      <ListField
        label={words.person}
        value={actorId}
        placeholder={words.any}
        onChange={put('actorId')}
        choices={[any, ...byName.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <TextField
        label={words.from}
        type="date"
        value={createdAfter}
        onChange={({ target }) => put('createdAfter')(target.value)}
      />
      <TextField
        label={words.until}
        type="date"
        value={createdBefore}
        onChange={({ target }) => put('createdBefore')(target.value)}
      />
    </div>
  );
}

function Entries({ filters }: { filters: Filters }) {
  const change = useChangeAddress();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditQuery(filters),
  );
  const entries = data?.pages.flatMap((page) => page.data);
  if (!entries) return error ? <Failure text={messageOf(error)} onRetry={() => void refetch()} /> : <Skeleton />;
  const readMore = () => void readNextPage(data, fetchNextPage);
  if (entries.length === 0) {
    const isFiltered = Object.keys(filters).length > 0;
    return (
      <Empty text={isFiltered ? words.noneFound : words.none}>
        {isFiltered && <Button onClick={() => change(NO_FILTER)}>{words.clear}</Button>}
      </Empty>
    );
  }
  return (
    <>
      <EntryTable entries={entries} />
      {error && <Failure text={messageOf(error)} onRetry={readMore} />}
      {hasNextPage && !error && (
        <Button className="self-center" isBusy={isFetchingNextPage} onClick={readMore}>
          {isFetchingNextPage ? words.loadingMore : words.more}
        </Button>
      )}
    </>
  );
}

function EntryTable({ entries }: { entries: readonly AuditEntryResponse[] }) {
  const nameOf = useNames();
  return (
    <Table
      name={words.title}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { name: words.time, cell: ({ at }) => <time dateTime={at}>{showMoment(at)}</time> },
        { name: words.who, cell: ({ actor }) => <span title={actor.email ?? undefined}>{whoOf(actor)}</span> },
        {
          name: words.action,
          cell: ({ action, outcome }) => (
            <span className="inline-flex items-center gap-2">
              {words.actions[action] ?? action}
              {outcome === 'denied' && <Badge tone="danger">{words.denied}</Badge>}
            </span>
          ),
        },
        { name: words.target, cell: ({ target }) => (target ? (target.name ?? target.type) : words.company) },
        { name: words.changes, cell: ({ changes }) => <Changes changes={changes} nameOf={nameOf} /> },
        { name: words.address, cell: ({ ip }) => ip ?? '–' },
      ]}
    />
  );
}

function whoOf({ type, name }: AuditEntryResponse['actor']): string {
  if (name !== null) return name;
  return type === 'user' ? words.erased : words.actors[type];
}

/** The people and virtual colleagues that changes name by their ids. */
function useNames() {
  const { data: people = [] } = useQuery(usersQuery);
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  return useMemo(() => {
    const names = new Map([...people, ...colleagues].map(({ id, name }) => [id, name]));
    return (value: unknown) => names.get(String(value)) ?? show(value);
  }, [people, colleagues]);
}

interface ChangesProps {
  changes: AuditEntryResponse['changes'];
  nameOf: (value: unknown) => string;
}

function Changes({ changes, nameOf }: ChangesProps) {
  if (changes === null) return null;
  const changed = Object.entries(changes).filter(
    ([, { from, to, added, removed }]) =>
      added || removed || show(from) !== words.nothing || show(to) !== words.nothing,
  );
  return (
    <ul className="max-w-md min-w-48 text-xs break-words whitespace-normal">
      {changed.map(([field, { from, to, added, removed }]) => (
        <li key={field}>
          <span className="text-muted">{field}: </span>
          {added || removed
            ? [
                ...(added ?? []).map((one) => `+${nameOf(one)}`),
                ...(removed ?? []).map((one) => `−${nameOf(one)}`),
              ].join(' ')
            : show(from) === words.nothing
              ? nameOf(to)
              : `${nameOf(from)} → ${nameOf(to)}`}
        </li>
      ))}
    </ul>
  );
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
