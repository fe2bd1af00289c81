import { texts } from '../lib/texts.ts';
import { Button } from './button.tsx';

/** Offers what was typed before the dialog was left. */
export function RestoreDraft<Draft>({
  offered,
  onRestore,
}: {
  offered: Draft | undefined;
  onRestore: (draft: Draft) => void;
}) {
  if (offered === undefined) return null;
  return (
    <Button className="self-start" onClick={() => onRestore(offered)}>
      {texts.common.restoreDraft}
    </Button>
  );
}
