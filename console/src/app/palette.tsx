import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Key } from '../components/key.tsx';
import { Modal } from '../components/modal.tsx';
import { projectPlaces } from '../components/project-nav.tsx';
import { useSettingsPlaces } from '../components/settings-nav.tsx';
import { templatesQuery } from '../components/templates/queries.ts';
import { viewsQuery } from '../components/view-queries.ts';
import { useChangeAddress, useNames } from '../lib/address.ts';
import { cx } from '../lib/cx.ts';
import { findTasks } from '../lib/find-tasks.ts';
import { fits } from '../lib/fits.ts';
import { keyOf } from '../lib/keys.ts';
import { useOpen } from '../lib/opening.ts';
import { labelsQuery, projectsQuery, useMay, useUser, usersQuery } from '../lib/queries.ts';
import { readSeen } from '../lib/recent.ts';
import { signOut } from '../lib/session.ts';
import { texts } from '../lib/texts.ts';
import { palette } from '../lib/texts/palette.texts.ts';
import { settings } from '../lib/texts/settings.texts.ts';
import * as templateTexts from '../lib/texts/templates.texts.ts';
import { chooseTheme } from '../lib/theme.ts';
import { useCreationCommands } from './creation-commands.ts';
import { type Command, type CommandGroup, fittingGroups } from './palette-groups.ts';
import { useTaskCommands } from './task-commands.ts';

const MOST_TASKS = 8;
/** So many people, labels and views are shown before one types. */
const MOST_NAMED = 5;
/** Letters. */
const SEARCH_FROM = 2;

/** Go to, create, act: by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { groups, isAnswered } = useCommands(text, onClose);
  const commands = groups.flatMap((group) => group.commands);
  const current = Math.min(active, commands.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)];
    if (step) setActive((current + step + commands.length) % Math.max(1, commands.length));
    else if (keyOf(event) === 'Enter') commands[current]?.run();
    else return;
    event.preventDefault();
  };
  return (
    <Modal title={texts.shell.palette} kind="palette" isTitleHidden initialFocus={input} onClose={onClose}>
      <input
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-label={texts.shell.palette}
        aria-activedescendant={commands.length > 0 ? `${id}-${current}` : undefined}
        placeholder={palette.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="shrink-0 border-b border-line bg-transparent px-4 py-3 text-lg outline-none"
      />
      <div id={id} role="listbox" aria-label={texts.shell.palette} className="scroll-thin overflow-y-auto p-2">
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
              {group.name}
            </p>
            {group.commands.map((command) => {
              const index = commands.indexOf(command);
              return (
                <div
                  key={command.text}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  onPointerMove={() => setActive(index)}
                  onClick={command.run}
                  className={cx('control flex items-center gap-2 rounded-md px-2', index === current && 'bg-hover')}
                >
                  <span className="grow truncate">{command.text}</span>
                  {command.key?.split(' ').map((name) => (
                    <Key key={name} name={name} />
                  ))}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {isAnswered && commands.length === 0 && <p className="px-4 pb-4 text-muted">{palette.empty}</p>}
    </Modal>
  );
}

function useCommands(text: string, onClose: () => void): { groups: CommandGroup[]; isAnswered: boolean } {
  const typed = text.trim();
  const change = useChangeAddress();
  const found = useFound(typed);
  const ofTask = useTaskCommands(onClose);
  const groups = [
    ...useRecent(typed, onClose),
    ...(ofTask ? [ofTask] : []),
    { name: palette.groups.create, commands: [...useNewTasks(), ...useCreationCommands(onClose)] },
    { name: palette.groups.goTo, commands: usePlaces(onClose) },
    { name: palette.groups.console, commands: useConsole(onClose) },
    ...useNamed(onClose),
  ];
  const tasks = found.tasks.map(({ tid, title }) => ({
    text: `${tid} ${title}`,
    run: () => {
      onClose();
      change({ task: tid });
    },
  }));
  const ofTasks = tasks.length > 0 ? [{ name: palette.groups.tasks, commands: tasks }] : [];
  return { groups: [...fittingGroups(groups, typed), ...ofTasks], isAnswered: found.isAnswered };
}

function useRecent(typed: string, onClose: () => void): CommandGroup[] {
  const userId = useUser()?.id;
  const navigate = useNavigate();
  const change = useChangeAddress();
  if (typed !== '') return [];
  const commands = readSeen(userId).map(({ text, tid, to }) => ({
    text: to ? palette.goTo(text) : text,
    run: () => {
      onClose();
      if (tid) change({ task: tid });
      else void navigate({ to: to ?? '/' });
    },
  }));
  return [{ name: palette.groups.recent, commands }];
}

function useNewTasks(): Command[] {
  const open = useOpen();
  const mayCreate = useMay('MEMBER');
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: templates = [] } = useQuery({ ...templatesQuery, enabled: mayCreate });
  const active = new Set(projects.filter(({ status }) => status === 'active').map(({ id }) => id));
  const usable = templates.filter(({ projectId }) => projectId === null || active.has(projectId));
  if (!mayCreate) return [];
  return [
    { text: texts.shell.newTask, key: 'c', run: () => open({ what: 'new-task' }) },
    ...usable.map(({ id, name }) => ({
      text: templateTexts.templates.newFrom(name),
      run: () => open({ what: 'new-task', templateId: id }),
    })),
  ];
}

/** A command that opens a screen; `given` stands in its address. */
function useGoing(onClose: () => void) {
  const navigate = useNavigate();
  return (text: string, to: string, given: Record<string, string> = {}): Command => ({
    text,
    run: () => {
      onClose();
      void navigate({ to, search: given });
    },
  });
}

function usePlaces(onClose: () => void): Command[] {
  const going = useGoing(onClose);
  const { key } = useNames();
  const isAdmin = useMay('ADMIN');
  const { data: projects = [] } = useQuery(projectsQuery);
  const settingsPlaces = useSettingsPlaces();
  const { shell } = texts;
  const go = (name: string, to: string) => going(palette.goTo(name), to);
  // There is one "Go to Settings" already.
  const openProject = key ? projectPlaces(key).filter(({ text }) => text !== shell.settings) : [];
  return [
    go(shell.inbox, '/inbox'),
    go(shell.myWork, '/'),
    go(shell.projects, '/projects'),
    ...projects
      .filter(({ status }) => status === 'active')
      .map(({ name, key: of }) => go(name, `/projects/${of}/board`)),
    { ...go(shell.search, '/search'), key: '/' },
    go(shell.views, '/views'),
    go(shell.colleagues, '/colleagues'),
    go(shell.agents, '/agents'),
    ...(isAdmin ? [go(shell.webhooks, '/webhooks')] : []),
    go(shell.settings, '/settings'),
    ...openProject.map(({ text, to }) => go(text, to)),
    // A project has a calendar, too.
    ...settingsPlaces.map(({ text, to }) =>
      go(openProject.some((place) => place.text === text) ? `${shell.settings}: ${text}` : text, to),
    ),
  ];
}

function useConsole(onClose: () => void): Command[] {
  const open = useOpen();
  const themes = (['system', 'light', 'dark'] as const).map((theme) => ({
    text: palette.property(palette.theme, settings.themes[theme]),
    run: () => {
      onClose();
      chooseTheme(theme);
    },
  }));
  return [
    { text: texts.shell.shortcuts, key: '?', run: () => open({ what: 'shortcuts' }) },
    ...themes,
    { text: texts.shell.signOut, run: () => void signOut() },
  ];
}

/** People and labels lead to their tasks, of the project that is open. */
function useNamed(onClose: () => void): CommandGroup[] {
  const going = useGoing(onClose);
  const { key } = useNames();
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: users = [] } = useQuery(usersQuery);
  const { data: labels = [] } = useQuery(labelsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  const project = key ?? projects.find(({ status }) => status === 'active')?.key;
  const tasks = `/projects/${project ?? ''}/list`;
  const people = project ? users.filter(({ active }) => active) : [];
  return [
    {
      name: palette.groups.people,
      commands: people.map(({ id, name }) => going(name, tasks, { assigneeId: id })),
      most: MOST_NAMED,
    },
    {
      name: palette.groups.labels,
      commands: project ? labels.map(({ id, name }) => going(name, tasks, { labelIds: id })) : [],
      most: MOST_NAMED,
    },
    {
      name: palette.groups.views,
      commands: views.map(({ id, name }) => going(name, `/views/${id}`)),
      most: MOST_NAMED,
    },
  ];
}

/** The tasks that fit, as far as the service has answered. */
function useFound(typed: string) {
  const search = useDeferredValue(typed);
  const {
    data: tasks = [],
    isPlaceholderData,
    isLoading,
  } = useQuery({
    queryKey: ['tasks', 'palette', search],
    queryFn: ({ signal }) => findTasks(search, { limit: MOST_TASKS, signal }),
    enabled: search.length >= SEARCH_FROM,
    placeholderData: (before) => before,
  });
  // Until the answer to this text is here, the one before offers only what fits: Enter may come first.
  const isAsked = typed.length >= SEARCH_FROM;
  const isAnswered = !isAsked || (search === typed && !isPlaceholderData && !isLoading);
  const shown = (isAsked ? tasks : []).filter(({ tid, title }) => isAnswered || fits(`${tid} ${title}`, typed));
  return { tasks: shown, isAnswered };
}
