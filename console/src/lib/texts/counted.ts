const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** "1 task", "3 tasks". */
export const counted = (one: string, other: string) => (number: number) =>
  `${decimals.format(number)} ${number === 1 ? one : other}`;
