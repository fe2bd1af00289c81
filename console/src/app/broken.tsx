import { Button } from '../components/button.tsx';
import { Screen } from '../components/screen.tsx';
import { Failure } from '../components/states.tsx';
import { messageOf } from '../lib/api.ts';
import { texts } from '../lib/texts.ts';

/** Where a screen fails; after a new version was put in place its parts have new names, so it is loaded anew. */
export function Broken({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Screen title={texts.failure.title}>
      <Failure text={messageOf(error)} onRetry={reset} />
      <div className="px-4">
        <Button look="primary" onClick={() => location.reload()}>
          {texts.common.retry}
        </Button>
      </div>
    </Screen>
  );
}
