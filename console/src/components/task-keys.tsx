import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAddress } from '../lib/address.ts';
import { askForField } from '../lib/field-focus.ts';
import { fetchWhenIdle } from '../lib/idle.ts';
import { focusNext, hearKeys, keyOf, useKeys } from '../lib/keys.ts';
import type { Task } from '../lib/model.ts';
import { onDemand, overlay } from '../lib/on-demand.tsx';
import { lanesQuery, mayWriteTask, useUser } from '../lib/queries.ts';
import { countOf, isSelected, selection, useSelection } from '../lib/selection.ts';
import { changeActedOn } from '../lib/acted-on.ts';
import { beside, type Direction, DIRECTIONS } from './beside.ts';
import { findShownTask, queryOf } from '../lib/tasks.ts';
import { focusTask } from '../lib/task-focus.ts';
import { type ReadTasks, useWalk } from '../lib/walk.ts';
import type { BulkBarProps } from './bulk-bar.tsx';
import type { PopupField } from './task-popup.tsx';

const TaskPopup = overlay(() => import('./task-popup.tsx'));
const TaskPeek = overlay(() => import('./task-peek.tsx'));
const BulkBar = onDemand(() => import('./bulk-bar.tsx'));

fetchWhenIdle(BulkBar.prepare);

const FIELDS: Readonly<Record<string, PopupField>> = {
  a: 'assignee',
  d: 'dueDate',
  l: 'labels',
  s: 'status',
  p: 'priority',
};

interface TaskKeysProps {
  /** Cards or rows: each has `data-task`, its id, and in it a link with `data-task-link`. */
  container: RefObject<HTMLElement | null>;
  /** All that the screen finds, also what is not in memory. */
  everything?: BulkBarProps['everything'];
  /** All of them in their order, where not all are in the document. */
  inOrder?: ReadTasks;
}

/**
 * The keys on the tasks of a screen. `j` and `k` walk over them and with Shift select, arrows walk by what is seen, `x` selects,
 * `m` and a right click open the menu, `e` the title, `i` assigns to the reader; the keys of fields open what they can be set to.
 * `Enter` is the link's own. What is selected can be changed in one step.
 */
export function TaskKeys({ container, everything, inOrder }: TaskKeysProps) {
  const [popup, setPopup] = useState<{ field: PopupField; task: Task }>();
  const [peeked, peek] = useState<Task>();
  const anchor = useRef<HTMLElement>(null);
  // For the menus of the tasks.
  useQuery(lanesQuery);
  const isAnySelected = countOf(useSelection(), everything?.total ?? 0) > 0;
  useEffect(() => selection.setEverything(everything));
  useForgottenSelection();
  const links = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-task] [data-task-link]') ?? [])];
  const last = useRef<string>(undefined);
  const present = (): HTMLElement | undefined => {
    const { activeElement } = document;
    const card = activeElement?.closest<HTMLElement>('[data-task]');
    if (card && container.current?.contains(card)) {
      last.current = card.dataset['task'];
      return card;
    }
    // A card that has just moved has no focus for a moment.
    const cards =
      activeElement === document.body ? container.current?.querySelectorAll<HTMLElement>('[data-task]') : [];
    return [...(cards ?? [])].find(({ dataset }) => dataset['task'] === last.current);
  };
  /** Does it with the task in focus, when the reader may. */
  const onTask = (act: (task: Task, card: HTMLElement) => void) => () => {
    const card = present();
    const task = card && findShownTask(({ id }) => id === card.dataset['task']);
    if (task && mayWriteTask(task)) act(task, card);
  };
  const openAt = (field: PopupField) =>
    onTask((task, card) => {
      anchor.current = card;
      setPopup({ field, task });
    });
  useOnLinks(container, peek);
  useMenuByPointer(container);
  useWalk(inOrder ?? (() => cards().map((card) => findShownTask(({ id }) => id === idOf(card)))));
  const user = useUser();
  const cards = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
  /** Selects the task in focus and goes on to the next, which is selected, too. */
  const selectOn = (step: 1 | -1) => () => {
    const from = present()?.dataset['task'];
    if (from !== undefined && !isSelected(selection.present(), from)) selection.toggle(from);
    focusNext(links(), present(), step);
    const to = present()?.dataset['task'];
    if (to !== undefined) selection.extendTo(to, cards().map(idOf));
  };
  const goBeside = (direction: Direction) => () => {
    const card = document.activeElement?.matches('[data-task-link]') ? present() : undefined;
    const next = card && beside(cards(), card, direction);
    next?.querySelector<HTMLElement>('[data-task-link]')?.focus();
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return next !== undefined;
  };
  useKeys({
    ...Object.fromEntries(DIRECTIONS.map((direction) => [`Arrow${direction}`, goBeside(direction)])),
    J: selectOn(1),
    K: selectOn(-1),
    i: onTask((task) => {
      if (user)
        void changeActedOn(task, () => [{ assigneeId: user.id }, { assignee: { id: user.id, name: user.name } }]);
    }),
    ...Object.fromEntries(Object.entries(FIELDS).map(([key, field]) => [key, openAt(field)])),
    j: () => focusNext(links(), present(), 1),
    k: () => focusNext(links(), present(), -1),
    m: () => present()?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
    x: onTask(({ id }) => selection.toggle(id)),
    ...(isAnySelected && { Escape: selection.clear }),
    e: onTask((_, card) => {
      const inPlace = card.querySelector<HTMLElement>('[data-field=row-title]');
      if (!inPlace) askForField('title');
      (inPlace ?? card.querySelector<HTMLElement>('[data-task-link]'))?.click();
    }),
  });
  return (
    <>
      {popup && (
        <TaskPopup
          {...popup}
          anchor={anchor}
          onClose={() => {
            setPopup(undefined);
            anchor.current?.querySelector<HTMLElement>('[data-task-link]')?.focus();
            focusTask(popup.task.id);
          }}
        />
      )}
      {peeked && <TaskPeek task={peeked} onClose={() => peek(undefined)} />}
      {isAnySelected && <BulkBar everything={everything} />}
    </>
  );
}

const idOf = ({ dataset }: HTMLElement): string => dataset['task'] ?? '';

/** A right click on a row or card opens its menu; with Shift, the browser's own. */
function useMenuByPointer(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = container;
    const onMenu = (event: MouseEvent) => {
      const card = event.target instanceof Element && event.target.closest('[data-task]');
      const button = card && card.querySelector<HTMLElement>('[aria-haspopup=menu]');
      if (!button || event.shiftKey || event.target.matches('input,textarea')) return;
      event.preventDefault();
      button.click();
    };
    current?.addEventListener('contextmenu', onMenu);
    return () => current?.removeEventListener('contextmenu', onMenu);
  }, [container]);
}

/** On the row or card itself, which its link stands for: `Space` peeks, and a click with Shift selects up to there. */
function useOnLinks(container: RefObject<HTMLElement | null>, peek: (task: Task) => void): void {
  useEffect(() => {
    const { current } = container;
    const onEvent = (event: Event) => {
      const link = event.target instanceof Element && event.target.closest('[data-task-link]');
      const id = link && link.closest<HTMLElement>('[data-task]')?.dataset['task'];
      const isShift = event instanceof MouseEvent && event.shiftKey;
      if (!id || !(isShift || (event instanceof KeyboardEvent && keyOf(event) === ' '))) return;
      const task = findShownTask((one) => one.id === id);
      event.preventDefault();
      if (task && !isShift) peek(task);
      if (!task || !isShift || !mayWriteTask(task)) return;
      selection.extendTo(id, [...(current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])].map(idOf));
    };
    const forget = current ? hearKeys(onEvent, { on: current }) : undefined;
    current?.addEventListener('click', onEvent);
    return () => {
      forget?.();
      current?.removeEventListener('click', onEvent);
    };
  }, [container, peek]);
}

/** Clears the selection when the screen or its filters change. */
function useForgottenSelection(): void {
  const found = JSON.stringify(queryOf(useAddress()));
  useEffect(() => selection.clear, [found]);
}
