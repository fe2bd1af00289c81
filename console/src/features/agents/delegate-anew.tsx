import { Button } from '../../components/button.tsx';
import { FormNote, useSubmit } from '../../components/form.tsx';
import { refreshWork } from '../../components/work/work-queries.ts';
import { client } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { useMay } from '../../lib/queries.ts';
import { agents as words } from '../../lib/texts/agents.texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** Gives a stuck task to the same agent once more: its attempts start from 0. */
export function DelegateAnew({ task: { id, delegateId } }: { task: Task }) {
  const mayDelegate = useMay('MEMBER');
  const form = useSubmit(
    () => client.updateTask({ path: { id }, body: { delegateId } }),
    () => {
      showToast(words.isDelegated);
      void refreshWork();
    },
  );
  if (!mayDelegate) return null;
  return (
    <>
      <Button className="self-start" isBusy={form.isBusy} onClick={() => void form.submit()}>
        {words.again}
      </Button>
      <FormNote {...form} shown={[]} />
    </>
  );
}
