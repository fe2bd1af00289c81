import type { EntryRow } from '../entry-rows.repository.js';
import type { StoredEvent } from '../inbox-entry.entity.js';
import { soonMail, speakersMail } from './mail-form.js';

const ROW = { task: { tid: 'WEB-1', title: 'Pay' }, project: null, thingName: 'Pay' } as EntryRow;
const bodyOf = (name: string, text: string) => {
  const event = { text, actor: { type: 'user', id: 'x', name } } as StoredEvent;
  return soonMail({ row: ROW, events: [event] }, 'https://pm.example.com').text.split('\n')[3];
};

describe('the line of an event in a mail', () => {
  it.each([
    ['Mia', 'Mia commented: **Now** or `never`, [here](https://evil.example)', 'Mia commented: Now or never, here'],
    ['Mia', 'Mia commented: *now*, _not_ a_b_c or 2*3*4', 'Mia commented: now, not a_b_c or 2*3*4'],
    ['Mia', 'Mia commented: go to evil.com/login www.evil.com at once', 'Mia commented: go to at once'],
    ['evil.com/login Mia', 'evil.com/login Mia assigned it to you', 'Mia assigned it to you'],
    ['www.evil.com', 'www.evil.com took it from you', 'Somebody took it from you'],
    ['M'.repeat(80), `${'M'.repeat(80)} deleted it`, `${'M'.repeat(59)}… deleted it`],
    ['Otto', 'It is stuck: Otto cannot go on', 'It is stuck: Otto cannot go on'],
  ])('of %s: %s', (name, text, line) => {
    expect(bodyOf(name, text)).toBe(line);
  });
});

it('a line with links has one space before each of them', () => {
  const url = 'https://pm.example.com/tasks/WEB-1';
  const pieces = [{ text: 'WEB-1', url }, ' "Pay" is late.', ' ', { text: 'Answer', url: `${url}?answer` }];
  const part = { tid: 'WEB-1', name: 'Pay', path: '/tasks/WEB-1', lines: [pieces] };
  const { text } = speakersMail({ name: 'Eve', path: '/', lines: [] }, [part], 'https://pm.example.com');
  expect(text).toContain(`\nWEB-1 (${url}) "Pay" is late. Answer (${url}?answer)\n`);
});
