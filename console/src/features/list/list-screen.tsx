import { Columns3, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { FilteredNav, useNoTasksText } from '../../components/filter-bar.tsx';
import { Picker } from '../../components/picker.tsx';
import { Screen } from '../../components/screen.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { messageOf } from '../../lib/api.ts';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { useMayWrite } from '../../lib/queries.ts';
import type { TaskFilters } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.ts';
import { COLUMNS, keepColumns, readColumns } from './columns.tsx';
import { downloadCsv } from './download.ts';
import { TaskTable } from './task-table.tsx';
import { readIds, usePages } from './use-pages.ts';

const FIRST_ROWS = { from: 0, to: 50 };

export function ListScreen() {
  const project = useThisProject();
  const address = useAddress();
  const filters: TaskFilters = address;
  const sort = { sortBy: address['sortBy'] ?? 'createdAt', sortOrder: address['sortOrder'] ?? 'desc' };
  const changeAddress = useChangeAddress();
  const mayWrite = useMayWrite(project);
  const noTasks = useNoTasksText(mayWrite);
  const [range, setRange] = useState(FIRST_ROWS);
  const [columns, setColumns] = useState(readColumns);
  const [isDownloading, setDownloading] = useState(false);
  const download = async () => {
    setDownloading(true);
    await downloadCsv(project, filters, sort);
    setDownloading(false);
  };
  const pages = usePages(project.id, filters, sort, range);
  const shown = useMemo(() => COLUMNS.filter(({ name }) => columns.includes(name)), [columns]);
  return (
    <Screen
      title={project.name}
      isFull
      bar={<FilteredNav />}
      actions={
        <>
          <span role="status" className="text-sm text-muted">
            {isDownloading ? list.downloading : pages.total !== undefined && texts.common.tasks(pages.total)}
          </span>
          <Picker
            label={list.columns}
            isMultiple
            options={COLUMNS.map(({ name }) => ({ value: name, label: list.names[name] }))}
            selected={columns}
            onChange={(names) => {
              keepColumns(names);
              setColumns(names as typeof columns);
            }}
            className={buttonStyle()}
          >
            <Columns3 size={14} aria-hidden />
            {list.columns}
          </Picker>
          <Button isBusy={isDownloading} onClick={() => void download()}>
            <Download size={14} aria-hidden />
            {list.download}
          </Button>
        </>
      }
    >
      {pages.error && pages.total === undefined && <Failure text={messageOf(pages.error)} onRetry={pages.retry} />}
      {pages.total === undefined && !pages.error && <Skeleton className="p-4" rows={10} />}
      {pages.total === 0 && <Empty text={noTasks} />}
      {pages.total !== undefined && pages.total > 0 && (
        <TaskTable
          total={pages.total}
          taskAt={pages.taskAt}
          columns={shown}
          projectId={project.id}
          mayWrite={mayWrite}
          sort={sort}
          readIds={() => readIds(project.id, filters)}
          onRange={setRange}
          onSort={(next) => changeAddress({ ...next })}
        />
      )}
    </Screen>
  );
}
