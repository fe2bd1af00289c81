import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { type Day, isDayText } from './days.ts';
import { dayOf } from '../../lib/format.ts';

export interface Period<Scale extends string> {
  /** What is shown is around it. */
  day: Day;
  today: Day;
  scale: Scale;
  /** `around`: another day than the present one. */
  setScale: (scale: Scale, around?: Day) => void;
  /** Undefined: today, whatever day that will be. */
  goTo: (day: Day | undefined) => void;
}

/** Which time the screen shows, and how much of it: as the address says. */
export function usePeriod<Scale extends string>(scales: readonly [Scale, ...Scale[]]): Period<Scale> {
  const { date, scale } = useAddress();
  const changeAddress = useChangeAddress();
  const [usual] = scales;
  const today = dayOf(new Date());
  const textOf = (day: Day | undefined) => (day === today ? undefined : day);
  return {
    today,
    day: isDayText(date) ? date : today,
    scale: scales.find((one) => one === scale) ?? usual,
    setScale: (next, around) =>
      changeAddress({ scale: next === usual ? undefined : next, ...(around && { date: textOf(around) }) }),
    goTo: (day) => changeAddress({ date: textOf(day) }),
  };
}
