import { agentWork as words } from '../../lib/texts/agent-work.texts.ts';
import { Badge } from '../states.tsx';

const TONES = {
  working: 'accent',
  asking: 'warning',
  submitted: 'warning',
  accepted: 'success',
  failed: 'danger',
  expired: 'danger',
} as const;

/** Where a work stands. */
export function WorkState({ state }: { state: string }) {
  return <Badge tone={TONES[state as keyof typeof TONES]}>{words.states[state] ?? state}</Badge>;
}
