import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { ColourDot } from '../../components/label-chips.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import type { Label } from '../../lib/model.ts';
import { labelsQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';

const FIRST_COLOUR = '#4450C4';

const refresh = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => ['labels', 'tasks', 'task'].includes(String(kind)),
  });

export function LabelsScreen() {
  const { data: labels, error, refetch } = useQuery(labelsQuery);
  const mayWrite = useMay('MEMBER');
  const [isCreating, setCreating] = useState(false);
  return (
    <Screen
      title={settings.labels}
      side={<SettingsNav />}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus size={14} aria-hidden />
            {settings.newLabel}
          </Button>
        )
      }
    >
      <div className="w-full max-w-2xl p-4">
        {error && !labels && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!labels && !error && <Skeleton />}
        {labels?.length === 0 && <Empty text={settings.noLabels} next={mayWrite && settings.makeLabel} />}
        {labels && labels.length > 0 && (
          <ul aria-label={settings.labels} className="panel divide-y divide-line">
            {labels.map((label) => (
              <LabelRow key={label.id} label={label} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </div>
      {isCreating && <LabelForm onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function LabelRow({ label, mayWrite }: { label: Label; mayWrite: boolean }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <li className="flex min-h-10 items-center gap-2 px-3">
      <ColourDot color={label.color} />
      <span className="min-w-0 grow truncate">{label.name}</span>
      <span className="font-mono text-xs text-muted">{label.color}</span>
      {mayWrite && (
        <ActionsMenu
          of={label.name}
          entries={() => [
            { text: texts.common.edit, run: () => setDialog('edit') },
            { text: texts.common.delete, isDangerous: true, run: () => setDialog('delete') },
          ]}
        />
      )}
      {dialog === 'edit' && <LabelForm label={label} onClose={close} />}
      {dialog === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={settings.deleteLabel(label.name)}
          onClose={close}
          onConfirm={() => client.deleteLabel({ path: { id: label.id } }).then(refresh)}
        />
      )}
    </li>
  );
}

function LabelForm({ label, onClose }: { label?: Label; onClose: () => void }) {
  const form = useForm(
    { name: label?.name ?? '', color: label?.color ?? FIRST_COLOUR },
    (body) => (label ? client.updateLabel({ path: { id: label.id }, body }) : client.createLabel({ body })),
    () => {
      void refresh();
      onClose();
    },
  );
  return (
    <FormDialog
      title={label ? texts.common.edit : settings.newLabel}
      action={label ? texts.common.save : settings.createLabel}
      form={form}
      shown={form.names}
      onClose={onClose}
    >
      <TextField label={settings.name} autoFocus {...form.field('name')} />
      <TextField label={settings.color} type="color" {...form.field('color')} />
    </FormDialog>
  );
}
