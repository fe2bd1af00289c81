import { readAnswer } from './read-answer.js';

/** A Friday. */
const TODAY = '2026-11-27';

it.each([
  [', stop', { kind: 'stop', until: undefined }],
  [' Quiet please', { kind: 'stop', until: undefined }],
  [': STOP until Friday', { kind: 'stop', until: '2026-12-04' }],
  [' quiet until 2027-01-04, thanks', { kind: 'stop', until: '2027-01-04' }],
  [' stop until yesterday', { kind: 'stop', until: undefined }],
  [' stop, it comes on Friday', { kind: 'stop', until: undefined }],
  [' why?', { kind: 'why' }],
  [' – Why me on Friday', { kind: 'why' }],
  [', half done,\n ready on  Friday.', { kind: 'date', until: '2026-12-04', words: 'half done, ready on Friday.' }],
  [' I stop tomorrow', { kind: 'date', until: '2026-11-28', words: 'I stop tomorrow' }],
  [' stopping tomorrow', { kind: 'date', until: '2026-11-28', words: 'stopping tomorrow' }],
  [') tomorrow', { kind: 'date', until: '2026-11-28', words: 'tomorrow' }],
  ['**: _tomorrow_', { kind: 'date', until: '2026-11-28', words: '_tomorrow_' }],
  [' Not today. Tomorrow.', { kind: 'date', until: '2026-11-28', words: 'Not today. Tomorrow.' }],
])('reads %j', (text, answer) => expect(readAnswer(text, TODAY)).toEqual(answer));

it.each(['', ' thanks', ' Friday?', " I don't know whether Friday works", ' 4/12', ' stop-gap'])(
  'reads nothing in %j',
  (text) => expect(readAnswer(text, TODAY)).toBeUndefined(),
);
