import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { overlay } from '../../lib/on-demand.tsx';
import { descriptionHistory } from '../../lib/texts/description-history.texts.ts';
import type { TaskPartProps } from './property.tsx';

const DescriptionHistory = overlay(() => import('./description-history.tsx'));

/** What few look for on a task: it is fetched when the rest stands. */
export default function Later(part: TaskPartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <Button look="quiet" className="-ml-2.5 self-start" onClick={() => setOpen(true)}>
        {descriptionHistory.title}
      </Button>
      {isOpen && <DescriptionHistory {...part} onClose={() => setOpen(false)} />}
    </div>
  );
}
