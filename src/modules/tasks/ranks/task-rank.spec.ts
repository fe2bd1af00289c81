import { rankBetween, rankOfNumber } from './task-rank.js';

/** As PostgreSQL's collation "C" sorts. */
const bytewise = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe('task ranks', () => {
  it('sort as the numbers they come from', () => {
    const numbers = [1, 2, 9, 10, 61, 62, 63, 3_843, 3_844, 1_000_000, 62 ** 6 - 1];
    const ranks = numbers.map(rankOfNumber);
    expect([...ranks].sort(bytewise)).toEqual(ranks);
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it('fit between neighbours again and again, before the next number', () => {
    let upper = rankOfNumber(2);
    for (let move = 0; move < 200; move += 1) {
      const rank = rankBetween(rankOfNumber(1), upper);
      expect(bytewise(rankOfNumber(1), rank)).toBeLessThan(0);
      expect(bytewise(rank, upper)).toBeLessThan(0);
      upper = rank;
    }
  });

  it('fit before the first again and again', () => {
    let first = rankOfNumber(1);
    for (let move = 0; move < 200; move += 1) {
      const rank = rankBetween(null, first);
      expect(bytewise(rank, first)).toBeLessThan(0);
      first = rank;
    }
  });
});
