import type { Opening } from '../lib/opening.ts';
import ConfirmDialog from '../components/confirm-dialog.tsx';
import { DuplicateTasks } from '../features/task/duplicate-tasks.tsx';
import { NewTask } from '../features/task/new-task.tsx';
import { texts } from '../lib/texts.ts';
import { TransferTasks } from '../features/task/transfer-tasks.tsx';
import { Palette } from './palette.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SignInAgain } from './sign-in-again.tsx';

interface OverlaysProps {
  opening: Opening | undefined;
  onClose: () => void;
  isSignedOut: boolean;
  onSignedIn: () => void;
}

/** What opens over a screen, loaded when the first of them does. The lost session is asked for over all of it. */
export default function Overlays({ opening, onClose, isSignedOut, onSignedIn }: OverlaysProps) {
  return (
    <>
      {opening?.what === 'palette' && <Palette onClose={onClose} />}
      {opening?.what === 'shortcuts' && <Shortcuts onClose={onClose} />}
      {opening?.what === 'new-task' && <NewTask key={opening.templateId} from={opening.templateId} onClose={onClose} />}
      {opening?.what === 'deletion' && (
        <ConfirmDialog
          action={texts.common.delete}
          question={opening.question}
          onConfirm={opening.remove}
          onClose={onClose}
        />
      )}
      {opening?.what === 'duplicate' && <DuplicateTasks tasks={opening.tasks} onClose={onClose} />}
      {opening?.what === 'transfer' && <TransferTasks tasks={opening.tasks} onClose={onClose} />}
      {isSignedOut && <SignInAgain onClose={onSignedIn} />}
    </>
  );
}
