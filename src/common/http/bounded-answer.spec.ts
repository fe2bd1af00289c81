import { bound, boundedJson, isLarge, longestWithin, MOST_ANSWER_BYTES } from './bounded-answer.js';

const item = (text: string) => ({ id: 'a', text });

describe('longestWithin', () => {
  it.each([
    [[5, 5], 10, Infinity],
    [[5, 6], 10, 5],
    [[1, 2, 100], 13, 10],
    [[1, 100, 100], 13, 6],
    [[100, 100], 0, 0],
  ])('of %j within %d is %d', (sizes, room, longest) => {
    expect(longestWithin(sizes, room)).toBe(longest);
  });
});

describe('a large answer', () => {
  it('has its longest texts cut until it fits, and says of which objects', async () => {
    const own = 'x'.repeat(300_000);
    const answer = {
      text: own,
      items: [
        item('short'),
        item('y'.repeat(200_000)),
        ...Array.from({ length: 20 }, () => item('😀"\n'.repeat(50_000))),
      ],
    };
    const bytes = await boundedJson(answer);
    expect(bytes.length).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
    expect(bytes.length).toBeGreaterThan(MOST_ANSWER_BYTES * 0.8);
    const { text, items } = JSON.parse(bytes.toString()) as typeof answer;
    expect(text).toBe(own);
    expect(items[0]).toEqual({ id: 'a', text: 'short' });
    for (const cut of items.slice(1)) {
      expect(cut).toMatchObject({ truncated: true, text: expect.stringMatching(/^(y+|(😀"\n)+(😀"?)?)…$/u) });
    }
  });

  it('has the ends of its longest lists cut where texts are too short to be, and says where', async () => {
    const few = Array.from({ length: 10 }, () => item('few'));
    const answer = { few, report: { many: Array.from({ length: 100_000 }, (_, n) => item(`number ${n}`)), few } };
    const bytes = await boundedJson(answer);
    expect(bytes.length).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
    expect(bytes.length).toBeGreaterThan(MOST_ANSWER_BYTES * 0.9);
    const cut = JSON.parse(bytes.toString()) as typeof answer;
    expect(cut).toMatchObject({ few, report: { few, truncated: true } });
    expect(cut).not.toHaveProperty('truncated');
    expect(cut.report.many[0]).toEqual(item('number 0'));
  });

  it('leaves what fits beside longer texts', async () => {
    const answer = { items: [item('y'.repeat(100_000)), item('z'.repeat(3_000_000))] };
    const { items } = await bound(answer);
    expect(items[0]).toEqual(item('y'.repeat(100_000)));
    expect(items[1]).toMatchObject({ truncated: true });
  });

  it('names the object of the list where a text inside it was cut', async () => {
    const answer = { items: [{ review: { comment: 'z'.repeat(3_000_000) } }] };
    expect((await bound(answer)).items).toEqual([
      { truncated: true, review: { comment: expect.stringMatching(/^z+…$/) } },
    ]);
  });
});

it('isLarge counts bytes, not characters', () => {
  expect([
    isLarge({ a: 'x'.repeat(65_000) }),
    isLarge({ a: ['語'.repeat(22_000)] }),
    isLarge({ a: null, b: 1 }),
  ]).toEqual([false, true, false]);
});
