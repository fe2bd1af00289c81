import { isStorableText, textProblem } from './text.js';

const LIMITS = { minimum: 2, maximum: 4 };

describe('textProblem', () => {
  it.each([
    ['ab'],
    ['abcd'],
    ['  '],
    ['äöüß'],
    ['日本語文'],
    // Two code units each, one character.
    ['🙂🙂'],
    ['🙂🙂🙂🙂'],
    ['𝒳bc🙂'],
    // A letter and its accent are two.
    ['e\u0301e\u0301'],
    ['a\tb\n'],
    ['\u0001\u007f'],
    ['\uffff\ufffd'],
  ])('finds none in %j', (text) => {
    expect(textProblem(text, LIMITS)).toBeUndefined();
  });

  it.each([
    ['', 'Must be at least 2 characters'],
    ['a', 'Must be at least 2 characters'],
    ['🙂', 'Must be at least 2 characters'],
    ['abcde', 'Must be at most 4 characters'],
    ['🙂🙂🙂🙂🙂', 'Must be at most 4 characters'],
    ['🙂🙂🙂🙂a', 'Must be at most 4 characters'],
    ['x'.repeat(100_000), 'Must be at most 4 characters'],
    ['ab\0', 'Invalid text'],
    ['\0', 'Invalid text'],
    ['ab\ud83d', 'Invalid text'],
    ['\ude42ab', 'Invalid text'],
    ['\ude42\ud83d', 'Invalid text'],
    [1, 'Expected string'],
    [true, 'Expected string'],
    [['ab'], 'Expected string'],
    [{ length: 3 }, 'Expected string'],
    [Object('ab'), 'Expected string'],
  ])('finds it (%#)', (text, problem) => {
    expect(textProblem(text, LIMITS)).toBe(problem);
  });

  it('names a limit of one in the singular', () => {
    expect(textProblem('', { minimum: 1, maximum: 9 })).toBe('Must be at least 1 character');
  });

  it('lets an empty text pass where none is needed', () => {
    expect(textProblem('', { minimum: 0, maximum: 1 })).toBeUndefined();
  });
});

describe('isStorableText', () => {
  it('is what PostgreSQL gives back as it was', () => {
    expect(isStorableText('🙂 \u{10ffff} \u0001')).toBe(true);
    expect(isStorableText('a\0')).toBe(false);
    expect(isStorableText('\udc00')).toBe(false);
  });
});
