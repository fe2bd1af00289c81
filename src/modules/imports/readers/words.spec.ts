import { categoryOf, priorityOf, standingOf, typeOf } from './words.js';

it.each([
  ...['Done', 'Done ✅', 'Closed - Done', 'Erledigt', 'Terminé', 'Finalizada', 'Concluído', 'Gotowe', 'Готово', '完了'],
  ...['DONE!', 'Sprint 5: done', 'Resolved', 'CLOSED', 'Itens concluídos', 'Complete'],
])('finds %j finished', (name) => {
  expect(categoryOf(name)).toBe('done');
});

it.each([
  ...[
    'Not done',
    'Ready for release',
    'Unresolved',
    'Not started',
    'Selected for Development',
    'Inactive',
    'Unblocked',
  ],
  ...[
    'Un-done',
    'Not yet done',
    'Selected for done',
    'To be closed',
    'Ready for review',
    'Almost done',
    'Abandoned cart',
  ],
  ...['Listo para probar', 'Nicht erledigt', 'Não concluído', 'Pas terminé', 'Gotowe do testów', 'Не готово', '未完了'],
  ...['Backlog', 'Undone', 'Complete the form', ''],
])('does not find %j begun or finished', (name) => {
  expect(categoryOf(name)).toBe('todo');
});

it.each([
  'In Progress',
  'in_progress',
  'Blocked',
  'Code review',
  'En curso',
  'In Arbeit',
  'W toku',
  'В работе',
  '進行中',
])('finds that somebody is at %j', (name) => expect(categoryOf(name)).toBe('started'));

it.each(["Won't do", 'Won’t Fix', 'Duplicate', 'Cancelled', "Closed - Won't do", 'Anulowane', 'Não será feito'])(
  'finds %j given up',
  (name) => expect(categoryOf(name)).toBe('cancelled'),
);

it.each([
  [{ status: 'In Review', statusCategory: 'Fertig' }, 'done', true],
  [{ status: 'Done', statusCategory: 'In Progress', resolution: 'Done', completedAt: 'x' }, 'started', true],
  [{ status: 'Closed', statusCategory: 'Done', resolution: "Won't Do" }, 'cancelled', true],
  [{ status: 'Odd', statusCategory: 'Terminadas y cerrada' }, 'done', true],
  [{ status: 'Backlog', statusCategory: 'no such', resolution: 'Fixed' }, 'done', false],
  [{ status: 'Backlog', resolution: 'Unresolved' }, 'todo', false],
  [{ status: 'Backlog', resolution: 'Не решено' }, 'todo', false],
  [{ status: 'Done', resolution: 'Unresolved', completedAt: '' }, 'done', false],
  [{ status: 'Backlog', completedAt: '2026-01-01' }, 'done', false],
  [{ status: 'Backlog', cancelledAt: '2026-01-01' }, 'cancelled', false],
  [{ status: 'Done 🎉' }, 'done', false],
  [{ status: undefined, resolution: 'Duplikat' }, 'cancelled', false],
])('reads %j as %s', (facts, category, isStated) => {
  expect(standingOf(facts)).toEqual({ category, isStated });
});

it('knows types and priorities in their words', () => {
  expect(['Epik', 'Épopée', 'EPIC', 'эпик'].map(typeOf)).toEqual(Array(4).fill('epic'));
  const subtasks = ['Subtarea', 'Subtarefa', 'Sous-tâche', 'Unteraufgabe', 'Podzadanie', 'Подзадача', 'サブタスク'];
  expect([...subtasks, 'Sub-task', 'subtask'].map(typeOf)).toEqual(Array(9).fill('subtask'));
  expect(typeOf('Story')).toBeUndefined();
  expect(['Highest', 'hoch', 'Średni', 'Más baja', 'Odd'].map(priorityOf)).toEqual([
    ...['Urgent', 'High', 'Medium', 'Low', 'None'],
  ]);
});
