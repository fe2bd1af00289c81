import type { Evidence } from '#modules/virtual-colleagues/ai-check/believable.js';

/** What functions that read texts are given besides the text. */

export const UUID = '00000000-0000-4000-8000-000000000001';

export const user = { role: 'MEMBER', active: true, id: UUID, name: 'a [ < & @a', email: 'mia@example.com' };
export const names = { nameOf: (id: string) => id, addressOf: () => undefined };
export const row = { name: 'task.commented', at: '2026-11-27T00:00:00Z', projectId: null, actorName: 'Mia', data: {} };
export const around = {
  marks: new Map(),
  allWatchers: new Map([['', [{ userId: UUID }]]]),
  leads: new Map(),
  tasks: new Map(),
};

export const mailPart = (name: string) => ({
  name,
  path: '/',
  lines: [name, [name, { text: 'WEB-1', url: 'https://x' }]],
});
export const chatEntry = (text: string) => ({ ids: [UUID], lines: [[text]], taskId: null, header: null });
export const evidence = (sent: string): Evidence => {
  const [now, people] = ['2026-11-27T00:00:00Z', ['Mia', 'a']];
  return {
    task: { dueDate: null, updatedAt: now, assignee: null },
    sent,
    creator: 'Mia',
    tids: new Set(),
    people,
    now,
  };
};
