import { useAddress, useChangeAddress, useNames } from '../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Modal } from '../components/modal.tsx';
import { projectPlaces } from '../components/project-nav.tsx';
import { readIds } from '../components/selected-tasks.ts';
import { useSettingsPlaces } from '../components/settings-nav.tsx';
import { cx } from '../lib/cx.ts';
import { findTasks } from '../lib/find-tasks.ts';
import { fits } from '../lib/fits.ts';
import { type Opening, transferring, useOpen } from '../lib/opening.ts';
import { mayWriteTask, projectsQuery, useMay, useUser } from '../lib/queries.ts';
import { readSeen } from '../lib/recent.ts';
import { countOf, selection, useSelection } from '../lib/selection.ts';
import { signOut } from '../lib/session.ts';
import { taskQuery } from '../lib/task-queries.ts';
import { texts } from '../lib/texts.ts';
import { palette } from '../lib/texts/palette.texts.ts';
import * as templateTexts from '../lib/texts/templates.texts.ts';
import { templatesQuery } from '../components/templates/queries.ts';
import { keyOf } from '../lib/keys.ts';

interface Command {
  text: string;
  run: () => void;
}

const MOST_TASKS = 8;
/** Letters. */
const SEARCH_FROM = 2;

/** Go to, create, act: by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { commands, isAnswered } = useCommands(text, onClose);
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
      <ul id={id} role="listbox" aria-label={texts.shell.palette} className="scroll-thin overflow-y-auto p-2">
        {commands.map((command, index) => (
          <li
            key={`${index} ${command.text}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setActive(index)}
            onClick={command.run}
            className={cx('control flex items-center rounded-md px-2', index === current && 'bg-hover')}
          >
            <span className="truncate">{command.text}</span>
          </li>
        ))}
      </ul>
      {isAnswered && commands.length === 0 && <p className="px-4 pb-4 text-muted">{palette.empty}</p>}
    </Modal>
  );
}

function useCommands(text: string, onClose: () => void): { commands: Command[]; isAnswered: boolean } {
  const navigate = useNavigate();
  const open = useOpen();
  const mayCreate = useMay('MEMBER');
  const isAdmin = useMay('ADMIN');
  const userId = useUser()?.id;
  const change = useChangeAddress();
  const { key } = useNames();
  const settingsPlaces = useSettingsPlaces();
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: templates = [] } = useQuery({ ...templatesQuery, enabled: mayCreate });
  const active = new Set(projects.filter(({ status }) => status === 'active').map(({ id }) => id));
  const usable = templates.filter(({ projectId }) => projectId === null || active.has(projectId));
  const search = useDeferredValue(text.trim());
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
  const go = (name: string, to: string): Command => ({
    text: palette.goTo(name),
    run: () => {
      onClose();
      void navigate({ to });
    },
  });
  const leaving = useLeaving();
  // There is one "Go to Settings" already.
  const openProject = key ? projectPlaces(key).filter(({ text: name }) => name !== texts.shell.settings) : [];
  const fixed = [
    ...(mayCreate ? [{ text: texts.shell.newTask, run: () => open({ what: 'new-task' }) }] : []),
    ...(mayCreate ? usable : []).map(({ id, name }) => ({
      text: templateTexts.templates.newFrom(name),
      run: () => open({ what: 'new-task', templateId: id }),
    })),
    go(texts.shell.inbox, '/inbox'),
    go(texts.shell.myWork, '/'),
    go(texts.shell.projects, '/projects'),
    ...projects.filter(({ status }) => status === 'active').map(({ name, key }) => go(name, `/projects/${key}/board`)),
    go(texts.shell.views, '/views'),
    go(texts.shell.colleagues, '/colleagues'),
    go(texts.shell.agents, '/agents'),
    ...(isAdmin ? [go(texts.shell.webhooks, '/webhooks')] : []),
    go(texts.shell.settings, '/settings'),
    ...(leaving ? [{ text: texts.common.moveToProject, run: () => open(leaving) }] : []),
    { text: texts.shell.shortcuts, run: () => open({ what: 'shortcuts' }) },
    { text: texts.shell.signOut, run: () => void signOut() },
    ...openProject.map(({ text: name, to }) => go(name, to)),
    ...settingsPlaces.map(({ text: name, to }) => go(openProject.some(isNamed(name)) ? inSettings(name) : name, to)),
  ];
  const typed = text.trim();
  const seen = typed === '' ? readSeen(userId) : [];
  const recent = seen.map(({ text: name, tid, to }) => ({
    text: to ? palette.goTo(name) : name,
    run: () => {
      onClose();
      if (tid) change({ task: tid });
      else void navigate({ to: to ?? '/' });
    },
  }));
  const isNew = ({ text: name }: Command) => recent.every((one) => one.text !== name);
  const isFit = ({ text: name }: Command) => fits(name, typed);
  // Until the answer to this text is here, the one before offers only what fits: Enter may come first.
  const isAsked = typed.length >= SEARCH_FROM;
  const isAnswered = !isAsked || (search === typed && !isPlaceholderData && !isLoading);
  const found = (isAsked ? tasks : [])
    .map(({ tid, title }) => ({
      text: `${tid} ${title}`,
      run: () => {
        onClose();
        change({ task: tid });
      },
    }))
    .filter((task) => isAnswered || isFit(task));
  return { commands: [...recent, ...fixed.filter(isFit).filter(isNew), ...found], isAnswered };
}

const isNamed =
  (name: string) =>
  ({ text }: { text: string }) =>
    text === name;
/** A project has a calendar, too. */
const inSettings = (name: string) => `${texts.shell.settings}: ${name}`;

/** Asks where the selected tasks are to go, else the one that is open. */
function useLeaving(): Opening | undefined {
  const selected = useSelection();
  const { task: shown } = useAddress();
  const { tid = shown } = useNames();
  const { data: task } = useQuery({ ...taskQuery(tid ?? ''), enabled: false });
  const number = countOf(selected, selection.everything()?.total ?? 0);
  if (number > 0) {
    const read = () => readIds(selected, selection.everything());
    return { what: 'transfer', tasks: { name: texts.common.tasks(number), read } };
  }
  return tid && task && mayWriteTask(task) ? transferring(task) : undefined;
}
