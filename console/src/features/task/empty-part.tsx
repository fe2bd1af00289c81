import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../components/button.tsx';

/** Where the button of a part stands that has nothing yet: in the row of all of them, in the order of the parts. */
export const SlotContext = createContext<Element | null | undefined>(undefined);

interface EmptyPartProps {
  /** What it begins. */
  text: string;
  icon?: ReactNode;
  /** The part was closed again: the focus comes back. */
  wasOpen?: boolean;
  onAdd: () => void;
}

/** In place of a part of a task that has nothing yet: the button that begins it. */
export function EmptyPart({ text, icon, wasOpen = false, onAdd }: EmptyPartProps) {
  const slot = useContext(SlotContext);
  const button = (
    <Button data-adds look="quiet" className="font-normal" autoFocus={wasOpen} onClick={onAdd}>
      {icon}
      {text}
    </Button>
  );
  return slot && createPortal(button, slot);
}
