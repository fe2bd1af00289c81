import { useAddress, useChangeAddress } from '../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { PRIORITIES } from '../lib/model.ts';
import { ProjectContext } from '../lib/project-context.ts';
import { epicsQuery, labelsQuery, sprintsQuery, usersQuery } from '../lib/queries.ts';
import { FILTER_NAMES, listOf, type TaskFilters, textOf } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import * as boardTexts from '../lib/texts/board.texts.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { Button } from './button.tsx';
import { FilterBox } from './filter-box.tsx';
import { GroupPickers } from './group-pickers.tsx';
import { ColourDot } from './label-chips.tsx';
import { Avatar, PriorityIcon } from './marks.tsx';
import { passFocus } from './pass-focus.ts';
import { type Option, Picker } from './picker.tsx';
import { ProjectNav } from './project-nav.tsx';
import { NO_FILTER, useShownTasks, ViewContext } from './shown-tasks.ts';

const TYPING_MS = 250;

interface Filter {
  name: 'assigneeId' | 'labelIds' | 'priority' | 'epicId' | 'sprintId';
  label: string;
  options: Option[];
}

/** The places of a project, where the screen is one of them, and the filters and groups of its tasks. */
export function FilteredNav({ hasGroups = true }: { hasGroups?: boolean }) {
  const view = useContext(ViewContext);
  return (
    <>
      {!view && <ProjectNav />}
      <FilterBar hasGroups={hasGroups} />
    </>
  );
}

/** What to say where a project shows no task. */
export function useNoTasksText(mayWrite: boolean): string {
  const { filters, filterText } = useShownTasks();
  const { noTaskFits, noTasks, noTasksYet } = boardTexts.board;
  if (filterText || FILTER_NAMES.some((name) => name !== 'filter' && filters[name])) return noTaskFits;
  return mayWrite ? noTasksYet : noTasks;
}

/** Filters as chips; they stand in the address under the API's own names. */
function FilterBar({ hasGroups }: { hasGroups: boolean }) {
  const search: TaskFilters = useAddress();
  const changeAddress = useChangeAddress();
  const change = (filters: TaskFilters) => changeAddress({ ...filters });
  const filters = useFilters();
  const { filterText } = useShownTasks();
  const isView = useContext(ViewContext) !== undefined;
  const hasFilter = filterText !== '' || FILTER_NAMES.some((name) => search[name]?.trim());
  const withoutFilter = isView ? NO_FILTER : undefined;
  return (
    <div
      role="group"
      aria-label={boardTexts.board.filters}
      className="flex shrink-0 flex-wrap items-start gap-1.5 px-4 py-2 max-sm:py-1"
    >
      {/* One line on a phone, which scrolls sideways; the box is wide while one types in it. */}
      <div className="sm:contents max-sm:-mx-4 max-sm:flex max-sm:w-[calc(100%+2rem)] max-sm:gap-1.5 no-scrollbar max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 max-sm:*:*:shrink-0">
        <div className="flex w-full flex-wrap items-start gap-1.5 max-sm:contents xl:contents">
          <FilterBox value={filterText} onApply={(text) => changeAddress({ filter: text || withoutFilter })} />
          {hasGroups && <GroupPickers />}
        </div>
        <div className="no-scrollbar -mx-4 flex w-[calc(100%+2rem)] gap-1.5 overflow-x-auto px-4 py-0.5 *:shrink-0 max-sm:contents lg:contents">
          <TextFilter
            value={search.search ?? ''}
            onChange={(text) => changeAddress({ search: text }, { replace: true })}
          />
          {filters.map(({ name, label, options }) => (
            <Picker
              key={name}
              label={label}
              options={options}
              selected={listOf(search[name])}
              isMultiple
              onChange={(values) => change({ [name]: textOf(values) })}
              className="control inline-flex items-center gap-1 rounded-md border border-line bg-surface px-2 text-sm text-muted hover:bg-hover hover:text-ink"
            >
              <ListFilter size={12} aria-hidden />
              {label}
            </Picker>
          ))}
        </div>
      </div>
      {filters.flatMap(({ name, label, options }) =>
        listOf(search[name]).map((value) => {
          const shown = options.find((option) => option.value === value)?.label ?? value;
          const others = listOf(search[name]).filter((item) => item !== value);
          return (
            <Chip
              key={`${name} ${value}`}
              label={label}
              value={shown}
              onRemove={() => change({ [name]: textOf(others) })}
            />
          );
        }),
      )}
      {search.search && (
        <Chip label={boardTexts.board.text} value={search.search} onRemove={() => change({ search: undefined })} />
      )}
      {hasFilter && (
        <Button
          ref={passFocus}
          look="quiet"
          onClick={() =>
            changeAddress({
              ...Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])),
              filter: withoutFilter,
            })
          }
        >
          {boardTexts.board.clearFilters}
        </Button>
      )}
    </div>
  );
}

function Chip({ label, value, onRemove }: { label: string; value: string; onRemove: () => void }) {
  return (
    <button
      ref={passFocus}
      type="button"
      aria-label={boardTexts.board.removeFilter(label, value)}
      onClick={onRemove}
      className="control inline-flex max-w-60 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-xs text-accent-text"
    >
      <span className="truncate">{`${label}: ${value}`}</span>
      <X size={12} aria-hidden className="shrink-0" />
    </button>
  );
}

function TextFilter({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  // What is typed meanwhile stays, such as the space before the next word.
  useEffect(() => setText((now) => (now.trim() === value ? now : value)), [value]);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      data-adds
      type="search"
      aria-label={boardTexts.board.filterText}
      placeholder={boardTexts.board.filterText}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="control w-44 shrink-0 rounded-md border border-line bg-surface px-2 text-sm"
    />
  );
}

function useFilters(): Filter[] {
  const project = useContext(ProjectContext);
  const inProject = { enabled: project !== undefined };
  const { data: users = [] } = useQuery(usersQuery);
  const { data: labels = [] } = useQuery(labelsQuery);
  const { data: epics = [] } = useQuery({ ...epicsQuery(project?.id ?? ''), ...inProject });
  const { data: sprints = [] } = useQuery({ ...sprintsQuery(project?.id ?? ''), ...inProject });
  const none = (label: string): Option => ({ value: 'null', label });
  const { task } = workTexts;
  const { board } = boardTexts;
  const ofProject: Filter[] = [
    {
      name: 'epicId',
      label: task.epic,
      options: [none(task.noEpic), ...epics.map(({ id: value, name }) => ({ value, label: name }))],
    },
    {
      name: 'sprintId',
      label: board.sprint,
      options: [none(task.noSprint), ...sprints.map(({ id: value, name }) => ({ value, label: name }))],
    },
  ];
  return [
    {
      name: 'assigneeId',
      label: task.assignee,
      options: [
        none(texts.common.nobody),
        ...users
          .filter(({ active }) => active)
          .map((user) => ({ value: user.id, label: user.name, icon: <Avatar name={user.name} /> })),
      ],
    },
    {
      name: 'labelIds',
      label: board.label,
      options: labels.map(({ id: value, name, color }) => ({ value, label: name, icon: <ColourDot color={color} /> })),
    },
    {
      name: 'priority',
      label: task.priority,
      options: PRIORITIES.map((priority) => ({
        value: priority,
        label: priority,
        icon: <PriorityIcon priority={priority} />,
      })),
    },
    ...(project ? ofProject : []),
  ];
}
