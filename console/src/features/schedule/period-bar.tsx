import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from '../../components/button.tsx';
import { RadioBar } from '../../components/radio-bar.tsx';
import { schedule as words } from '../../lib/texts/schedule.texts.ts';
import type { Period } from './use-period.ts';

interface PeriodBarProps<Scale extends string> {
  title: string;
  period: Period<Scale>;
  /** Their names, in their order. */
  scales: Readonly<Record<Scale, string>>;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
}

/** Which time is shown, and the ways to another. */
export function PeriodBar<Scale extends string>(props: PeriodBarProps<Scale>) {
  const { title, period, scales, onStep, onToday } = props;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-2">
      <h2 className="mr-auto text-lg font-semibold whitespace-nowrap">{title}</h2>
      <div className="flex items-center gap-1">
        <IconButton label={words.previous} onClick={() => onStep(-1)}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <Button onClick={onToday}>{words.today}</Button>
        <IconButton label={words.next} onClick={() => onStep(1)}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </div>
      <RadioBar label={words.scale} choices={scales} value={period.scale} onChange={period.setScale} />
    </div>
  );
}
