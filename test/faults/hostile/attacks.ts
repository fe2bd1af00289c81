import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, forever, type Ground, make, readSlowly } from './attack-client.js';

/** Begins an attack, which goes on until its process is killed; resolves when it is under way. */
type Attack = (ground: Ground) => Promise<void> | void;

/** The longest description there may be: 50,000 characters, 200 KB. */
const LONGEST_TEXT = '😀'.repeat(49_990);
/** As many as a company may have. */
const MOST_WEBHOOKS = 250;
const TASKS_AT_ONCE = 200;

/** What every big text of the attacker ends with, so that a search has to read all of it for every term. */
export const SEARCHED_TERMS = Array.from({ length: 10 }, (_, number) => `term${number}atthe_end`);

const listOf = ({ projectId }: Ground) => `/tasks?projectId=${projectId}`;

/** What one company, or somebody without one, can do to others. The names are those of the table. */
export const ATTACKS = {
  'lists that are never read': (ground) => {
    const call = { path: listOf(ground), token: ground.token };
    forever(24, () => readSlowly(ground, call, 0));
  },

  'lists that are read at 60 KB/s': (ground) => {
    const call = { path: listOf(ground), token: ground.token };
    forever(12, () => readSlowly(ground, call, 60_000));
  },

  'searches for 10 terms, half of them with hang-ups': (ground) => {
    const search = encodeURIComponent(SEARCHED_TERMS.join(' '));
    const path = `/tasks?page=1&search=${search}`;
    forever(20, (round) => {
      return ask(ground, { path, token: ground.token, ...(round % 2 === 0 && { hangUpAfter: randomInt(200, 3_000) }) });
    });
  },

  'bulk updates of 200 tasks with long texts': (ground) => {
    const ids = ground.taskIds.slice(0, TASKS_AT_ONCE);
    forever(6, (round) => {
      // Twice the longest text, and twice what together is just let through.
      const text = LONGEST_TEXT.slice(0, round % 4 < 2 ? undefined : 10_000);
      const body = JSON.stringify({ ids, set: { description: `${text}${round}` } });
      return ask(ground, { method: 'POST', path: '/tasks/bulk', token: ground.token, body });
    });
  },

  'deliveries to receivers that never answer': async (ground) => {
    await subscribe(ground, () => undefined);
    for (let number = 0; number < 10; number += 1) await makeTask(ground);
    forever(1, () => makeTask(ground));
  },

  'bulk updates of which 250 webhooks hear': async (ground) => {
    await subscribe(ground, (response) => response.writeHead(204).end());
    const ids = ground.taskIds.slice(0, TASKS_AT_ONCE);
    forever(2, (round) => {
      const body = JSON.stringify({ ids, set: { estimatedHours: (round % 1_000) + 1 } });
      return ask(ground, { method: 'POST', path: '/tasks/bulk', token: ground.token, body });
    });
  },

  'logins with huge bodies': (ground) => {
    const bodies = hugeBodies();
    forever(6, (round) => ask(ground, { method: 'POST', path: '/login', body: bodies[round % bodies.length] }));
  },

  'guesses of a password': (ground) => {
    forever(32, (round) => {
      const login = { email: ground.victimEmail, password: `guess ${round}` };
      const change = { currentPassword: `guess ${round}`, newPassword: 'a new password' };
      return round % 2 === 0
        ? ask(ground, { method: 'POST', path: '/login', body: JSON.stringify(login) })
        : ask(ground, {
            method: 'PUT',
            path: '/me/password',
            token: round % 4 === 1 ? ground.token : ground.apiKey,
            body: JSON.stringify(change),
          });
    });
  },

  'scans by 50 colleagues': async (ground) => {
    const colleagues: { id: string }[] = [];
    for (let number = 0; number < 50; number += 1) {
      const input = { name: `Colleague ${number}`, role: 'product_owner' };
      colleagues.push(await make(ground, '/virtual-colleagues', input));
    }
    forever(20, (round) => {
      const { id } = colleagues[round % colleagues.length] as { id: string };
      return ask(ground, { method: 'POST', path: `/virtual-colleagues/${id}/scan`, token: ground.token });
    });
  },

  'queries with very many values': (ground) => {
    const projectIds = Array.from({ length: 400 }, () => ground.projectId).join(',');
    const fields = Array.from({ length: 1_701 }, () => 'tid').join(',');
    const paths = [
      `/tasks?projectId=${projectIds}`,
      `/tasks?page=1&fields=${fields}`,
      `/tasks?page=999999999&limit=200`,
    ];
    forever(8, (round) => ask(ground, { path: paths[round % paths.length] as string, token: ground.token }));
  },
} satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;

function makeTask(ground: Ground): Promise<unknown> {
  return make(ground, '/tasks', { title: 'Task', projectId: ground.projectId });
}

/** As many webhooks as there may be, each to a host of its own, all of them here. */
async function subscribe(ground: Ground, answer: (response: ServerResponse) => unknown): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => answer(response));
  });
  receiver.listen(0, '0.0.0.0');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  for (let number = 1; number <= MOST_WEBHOOKS; number += 1) {
    const url = `http://127.0.1.${number}:${port}/hook`;
    await make(ground, '/webhooks', { url, events: ['task.created', 'task.updated'], secret: 'long enough a secret' });
  }
}

/** Each just within 1 MiB. */
function hugeBodies(): string[] {
  const login = '"email": "a@example.com", "password": "x"';
  const keys = (name: (number: number) => string) =>
    `{${Array.from({ length: 70_000 }, (_, number) => `"${name(number)}":1`).join()}, ${login}}`;
  return [
    keys((number) => number.toString(36)),
    keys(() => 'same'),
    keys((number) => String(number)),
    `{"email": ${'['.repeat(200_000)}${']'.repeat(200_000)}, "password": "x"}`,
    `{"email": [${'0,'.repeat(400_000)}0], "password": "x"}`,
    `{"email": "${'@'.repeat(1_000_000)}", "password": "x"}`,
    `{"email": "${'\\u0000'.repeat(150_000)}", "password": "x"}`,
  ];
}
