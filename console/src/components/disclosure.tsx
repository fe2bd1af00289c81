import { ChevronDown, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

interface DisclosureProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** What a press does now. */
  children: string;
}

/** A button that shows more beside it, and hides it again. */
export function Disclosure({ isOpen, onToggle, children }: DisclosureProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <Button look="quiet" className="self-start" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
      <Chevron size={14} aria-hidden />
      {children}
    </Button>
  );
}
