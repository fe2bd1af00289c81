import { entityTag, parseEntityTags, UNTIMED } from './entity-tag.js';

describe('entityTag', () => {
  const at = (updatedAt: string, untimed?: string | number | null) =>
    entityTag({ id: 'x', updatedAt, ...(untimed !== undefined && { [UNTIMED]: untimed }) });

  it('is another one each millisecond, and with what changes between them', () => {
    const tags = [
      at('2026-11-22T10:00:00.000Z'),
      at('2026-11-22T10:00:00.001Z'),
      at('2026-11-22T10:00:00.001Z', 0),
      at('2026-11-22T10:00:00.001Z', 1),
    ];
    expect(new Set(tags).size).toBe(4);
    expect(at('2026-11-22T10:00:00.001Z', null)).toBe(tags[1]);
    for (const tag of tags) expect(parseEntityTags(tag)).toEqual([tag]);
  });
});

describe('parseEntityTags', () => {
  it.each([
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['"a", "b,c" ,, "" ', ['"a"', '"b,c"', '""']],
    ['W/"a"', []],
    ['W/"a", "b"', ['"b"']],
  ])('reads %j', (header, tags) => expect(parseEntityTags(header)).toEqual(tags));

  it.each(['', ' ', ',', 'a', '"a', 'a"', '"a" "b"', '"a""b"', '*, "a"', 'w/"a"', 'W/ "a"', '"a b"', '"a\u007f"'])(
    'knows that %j is malformed',
    (header) => expect(parseEntityTags(header)).toBeUndefined(),
  );
});
