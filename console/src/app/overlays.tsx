import type { Opening } from '../lib/opening.ts';
import { NewTask } from '../features/task/new-task.tsx';
import { Palette } from './palette.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** What opens over a screen, loaded when the first of them does. */
export default function Overlays({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  switch (opening.what) {
    case 'palette':
      return <Palette onClose={onClose} />;
    case 'shortcuts':
      return <Shortcuts onClose={onClose} />;
    case 'sign-in':
      return <SignInAgain onClose={onClose} />;
    case 'new-task':
      return <NewTask {...opening} onClose={onClose} />;
  }
}
