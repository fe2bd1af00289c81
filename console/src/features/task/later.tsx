import { useState } from 'react';
import { overlay } from '../../lib/on-demand.tsx';
import { descriptionHistory } from '../../lib/texts/description-history.texts.ts';
import { EmptyPart } from './empty-part.tsx';
import type { TaskPartProps } from './property.tsx';

const DescriptionHistory = overlay(() => import('./description-history.tsx'));

/** What few look for on a task: it is fetched when the rest stands. */
export default function Later(part: TaskPartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <EmptyPart text={descriptionHistory.title} onAdd={() => setOpen(true)} />
      {isOpen && <DescriptionHistory {...part} onClose={() => setOpen(false)} />}
    </>
  );
}
