import { useQuery } from '@tanstack/react-query';
import { Columns3, Download, EyeOff } from 'lucide-react';
import { useContext, useEffect, useMemo, useState } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { FilteredNav, useNoTasksText } from '../../components/filter-bar.tsx';
import { useIsTyping } from '../../components/filter-draft.ts';
import { listFailure } from '../../components/filter-values.ts';
import { includedFor, useShownTasks, ViewContext } from '../../components/shown-tasks.ts';
import { ViewButtons } from '../../components/view-buttons.tsx';
import { Picker } from '../../components/picker.tsx';
import { Screen } from '../../components/screen.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useChangeAddress } from '../../lib/address.ts';
import { type CustomField, fieldsQuery } from '../../lib/fields.ts';
import { ProjectContext } from '../../lib/project-context.ts';
import { useMay } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.texts.ts';
import { useColumnNames } from './column-names.ts';
import { type ColumnName, columnsFor, fromView, keepColumns, ownColumns, readColumns, toView } from './columns.tsx';
import { downloadCsv } from './download.ts';
import { TaskTable } from './task-table.tsx';
import { useGroupedRows } from './use-grouped-rows.ts';
import { readAll, usePages } from './use-pages.ts';

const NO_FIELDS: readonly CustomField[] = [];
const FIRST_ROWS = { from: 0, to: 50 };
const NO_ROWS = { from: 0, to: 0 };

export function ListScreen() {
  const project = useContext(ProjectContext);
  const view = useContext(ViewContext);
  const changeAddress = useChangeAddress();
  const isMember = useMay('MEMBER');
  const mayWrite = project ? isMember && project.status === 'active' : isMember;
  const noTasks = useNoTasksText(mayWrite);
  const isTyping = useIsTyping();
  const [range, setRange] = useState(FIRST_ROWS);
  const [columns, setColumns] = useState(() => (view?.columns ? fromView(view.columns) : readColumns()));
  const asked = useShownTasks();
  const { group, then, sort } = asked;
  const withDelegate = columns.includes('delegate') ? (['delegate'] as const) : [];
  const tasks = {
    ...asked,
    include: [...includedFor(group, then, ...columns), 'promise' as const, ...withDelegate],
  };
  const { data: fields = NO_FIELDS } = useQuery(fieldsQuery);
  const [firstColumns, setFirstColumns] = useState(columns);
  useEffect(() => setFirstColumns(columns), [JSON.stringify(view?.columns)]);
  /** Chosen, but without room. */
  const [crowded, setCrowded] = useState<readonly ColumnName[]>([]);
  const [isDownloading, setDownloading] = useState(false);
  const download = async () => {
    setDownloading(true);
    await downloadCsv(project?.key ?? view?.name ?? list.table, tasks);
    setDownloading(false);
  };
  const pages = usePages(tasks, group ? NO_ROWS : range);
  const groups = useGroupedRows(tasks, pages.total, range);
  const nameOf = useColumnNames(columns, asked.projectId);
  const offered = useMemo(
    () => [...columnsFor(nameOf, asked.projectId !== undefined), ...ownColumns(fields, asked.projectId)],
    [nameOf, fields, asked.projectId],
  );
  const shown = useMemo(() => offered.filter(({ name }) => columns.includes(name)), [offered, columns]);
  return (
    <Screen
      title={view?.name ?? project?.name ?? ''}
      isFull
      bar={<FilteredNav />}
      actions={
        <>
          <span role="status" className="text-sm text-muted">
            {isDownloading
              ? list.downloading
              : !isTyping && pages.total !== undefined && texts.common.tasks(pages.total)}
          </span>
          <Picker
            label={list.columns}
            isMultiple
            options={offered.map(({ name, label }) => ({
              value: name,
              label,
              ...(crowded.includes(name) && { icon: <EyeOff size={14} /> }),
            }))}
            selected={columns}
            onChange={(names) => {
              if (!view) keepColumns(names);
              setColumns(names as typeof columns);
            }}
            className={buttonStyle()}
          >
            <Columns3 size={14} aria-hidden />
            <span className="max-sm:sr-only">{list.columns}</span>
          </Picker>
          <Button isBusy={isDownloading} onClick={() => void download()}>
            <Download size={14} aria-hidden />
            <span className="max-sm:sr-only">{list.download}</span>
          </Button>
          <ViewButtons layout="list" columns={toView(columns)} hasNewColumns={columns !== firstColumns} />
        </>
      }
    >
      {pages.error && pages.total === undefined && <Failure text={listFailure(pages.error)} onRetry={pages.retry} />}
      {pages.total === undefined && !pages.error && <Skeleton className="p-4" rows={10} />}
      {pages.total === 0 && <Empty text={noTasks} />}
      {pages.total !== undefined && pages.total > 0 && (
        <TaskTable
          total={pages.total}
          taskAt={pages.taskAt}
          groups={group && groups}
          columns={shown}
          projectId={project?.id}
          mayWrite={mayWrite}
          sort={sort}
          readAll={(include) => readAll(tasks, include)}
          onRange={setRange}
          onCrowd={setCrowded}
          onSort={(next) => changeAddress({ ...next })}
        />
      )}
    </Screen>
  );
}
