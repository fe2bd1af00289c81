import { useQuery } from '@tanstack/react-query';
import { GripVertical, Plus } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { StatusIcon } from '../../components/marks.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { announce, showToast } from '../../lib/toasts.ts';
import { client, messageOf } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import { DONE } from '../../lib/model.ts';
import { lanesQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';

const replace = async (lanes: string[]): Promise<void> => {
  await client.replaceWorkflowLanes({ body: { lanes } });
  await queryClient.invalidateQueries({ queryKey: lanesQuery.queryKey });
};

/** What is dragged is a lane, not a text from elsewhere. */
const TYPE = 'application/x-lane';

type Dialog = { kind: 'rename' | 'delete'; lane: string } | { kind: 'new' };

export function LanesScreen() {
  const { data: lanes, error, refetch } = useQuery(lanesQuery);
  const mayWrite = useMay('ADMIN');
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <Screen
      title={settings.lanes}
      bar={<SettingsNav />}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setDialog({ kind: 'new' })}>
            <Plus size={14} aria-hidden />
            {settings.newLane}
          </Button>
        )
      }
    >
      <div className="flex w-full max-w-2xl flex-col gap-3 p-4">
        <p className="text-muted">{settings.lanesHint}</p>
        {error && !lanes && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!lanes && !error && <Skeleton />}
        {lanes && <Lanes lanes={lanes} mayWrite={mayWrite} onAsk={setDialog} />}
      </div>
      {lanes && dialog?.kind === 'new' && <LaneForm lanes={lanes} onClose={close} />}
      {lanes && dialog?.kind === 'rename' && <LaneForm lanes={lanes} lane={dialog.lane} onClose={close} />}
      {lanes && dialog?.kind === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={settings.deleteLane(dialog.lane)}
          onClose={close}
          onConfirm={() => replace(lanes.filter((lane) => lane !== dialog.lane))}
        />
      )}
    </Screen>
  );
}

function Lanes({
  lanes,
  mayWrite,
  onAsk,
}: {
  lanes: readonly string[];
  mayWrite: boolean;
  onAsk: (dialog: Dialog) => void;
}) {
  const move = async (lane: string, to: number) => {
    const next = lanes.filter((one) => one !== lane).toSpliced(to, 0, lane);
    queryClient.setQueryData(lanesQuery.queryKey, next);
    announce(settings.laneMoved(lane, to + 1, next.length));
    await replace(next).catch((error: unknown) => {
      showToast(messageOf(error), { tone: 'danger' });
      return queryClient.invalidateQueries({ queryKey: lanesQuery.queryKey });
    });
  };
  const [over, setOver] = useState<string>();
  const dragOf = (lane: string, at: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(TYPE, lane),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      setOver(lane);
    },
    onDragLeave: () => setOver(undefined),
    onDrop: ({ dataTransfer }: DragEvent) => {
      const dragged = dataTransfer.getData(TYPE);
      setOver(undefined);
      if (dragged !== lane) void move(dragged, at);
    },
  });
  const entriesOf = (lane: string, at: number): MenuEntry[] => [
    ...(at > 0 ? [{ text: settings.moveUp, run: () => void move(lane, at - 1) }] : []),
    ...(at < lanes.length - 1 ? [{ text: settings.moveDown, run: () => void move(lane, at + 1) }] : []),
    // Done says when a task is done: it has no other name and does not go.
    ...(lane === DONE
      ? []
      : [
          { text: settings.rename, run: () => onAsk({ kind: 'rename', lane }) },
          { text: texts.common.delete, isDangerous: true, run: () => onAsk({ kind: 'delete', lane }) },
        ]),
  ];
  return (
    <ol aria-label={settings.lanesList} className="panel divide-y divide-line">
      {lanes.map((lane, at) => (
        <li
          key={lane}
          {...(mayWrite && dragOf(lane, at))}
          className={cx(
            'flex min-h-10 items-center gap-2 px-3',
            mayWrite && 'cursor-grab',
            over === lane && 'outline-2 -outline-offset-2 outline-accent-text',
          )}
        >
          {mayWrite && <GripVertical size={14} aria-hidden className="text-muted" />}
          <StatusIcon status={lane} />
          <span className="min-w-0 grow truncate">{lane}</span>
          {mayWrite && <ActionsMenu of={lane} entries={() => entriesOf(lane, at)} />}
        </li>
      ))}
    </ol>
  );
}

function LaneForm({ lanes, lane, onClose }: { lanes: readonly string[]; lane?: string; onClose: () => void }) {
  const [name, setName] = useState(lane ?? '');
  const next = lane === undefined ? [...lanes, name] : lanes.map((one) => (one === lane ? name : one));
  const form = useSubmit(() => replace(next), onClose);
  const error = Object.entries(form.errors).find(([field]) => field.startsWith('lanes'))?.[1];
  return (
    <FormDialog
      title={lane === undefined ? settings.newLane : settings.rename}
      action={lane === undefined ? settings.createLane : settings.rename}
      form={form}
      shown={Object.keys(form.errors)}
      onClose={onClose}
    >
      <TextField
        label={settings.name}
        autoFocus
        value={name}
        error={error}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
