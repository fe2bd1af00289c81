export const DIRECTIONS = ['Up', 'Down', 'Left', 'Right'] as const;

export type Direction = (typeof DIRECTIONS)[number];

/** Edges of what stands in one line differ by no more than this. */
const SLACK = 8;

/** What stands beside an element on the screen: above or below in its column, or nearest in the next column. */
export function beside(all: readonly HTMLElement[], from: HTMLElement, direction: Direction): HTMLElement | undefined {
  const here = from.getBoundingClientRect();
  const others = all.filter((one) => one !== from).map((one) => ({ one, at: one.getBoundingClientRect() }));
  const isBack = direction === 'Up' || direction === 'Left';
  const sign = isBack ? -1 : 1;
  const isAcross = direction === 'Left' || direction === 'Right';
  const [along, aside] = isAcross ? (['left', 'top'] as const) : (['top', 'left'] as const);
  const ahead = others
    .map(({ one, at }) => ({ one, by: sign * (at[along] - here[along]), off: Math.abs(at[aside] - here[aside]) }))
    .filter(({ by, off }) => by > SLACK && (isAcross || off <= SLACK));
  const nearest = Math.min(...ahead.map(({ by }) => by));
  const next = ahead.filter(({ by }) => by <= nearest + SLACK).sort((one, other) => one.off - other.off);
  return next[0]?.one;
}
