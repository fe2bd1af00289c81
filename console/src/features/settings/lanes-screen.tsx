import { useQuery } from '@tanstack/react-query';
import type { WorkflowLaneResponse } from 'project-management-sdk';
import { GripVertical, Plus } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { StatusIcon } from '../../components/marks.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { announce, showToast } from '../../lib/toasts.ts';
import { client, messageOf } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import { DONE } from '../../lib/model.ts';
import { limitedLanesQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: limitedLanesQuery.queryKey });

const replace = async (lanes: string[]): Promise<void> => {
  await client.replaceWorkflowLanes({ body: { lanes } });
  await refresh();
};

/** What is dragged is a lane, not a text from elsewhere. */
const TYPE = 'application/x-lane';

type Lane = WorkflowLaneResponse;
type Dialog = { kind: 'rename' | 'limit' | 'delete'; lane: Lane } | { kind: 'new' };

const namesOf = (lanes: readonly Lane[]): string[] => lanes.map(({ name }) => name);

export function LanesScreen() {
  const { data: lanes, error, refetch } = useQuery(limitedLanesQuery);
  const mayWrite = useMay('ADMIN');
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <Screen
      title={settings.lanes}
      side={<SettingsNav />}
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
      {lanes && dialog?.kind === 'new' && <LaneForm lanes={namesOf(lanes)} onClose={close} />}
      {lanes && dialog?.kind === 'rename' && (
        <LaneForm lanes={namesOf(lanes)} lane={dialog.lane.name} onClose={close} />
      )}
      {dialog?.kind === 'limit' && <LimitForm lane={dialog.lane} onClose={close} />}
      {lanes && dialog?.kind === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={settings.deleteLane(dialog.lane.name)}
          onClose={close}
          onConfirm={() => replace(namesOf(lanes.filter(({ id }) => id !== dialog.lane.id)))}
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
  lanes: readonly Lane[];
  mayWrite: boolean;
  onAsk: (dialog: Dialog) => void;
}) {
  const move = async (lane: Lane, to: number) => {
    const next = lanes.filter((one) => one !== lane).toSpliced(to, 0, lane);
    queryClient.setQueryData(limitedLanesQuery.queryKey, next);
    announce(settings.laneMoved(lane.name, to + 1, next.length));
    await replace(namesOf(next)).catch((error: unknown) => {
      showToast(messageOf(error), { tone: 'danger' });
      return refresh();
    });
  };
  const [over, setOver] = useState<string>();
  const dragOf = (lane: Lane, at: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(TYPE, lane.id),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      setOver(lane.id);
    },
    onDragLeave: () => setOver(undefined),
    onDrop: ({ dataTransfer }: DragEvent) => {
      const id = dataTransfer.getData(TYPE);
      const dragged = lanes.find((one) => one.id === id);
      setOver(undefined);
      if (dragged && dragged !== lane) void move(dragged, at);
    },
  });
  const entriesOf = (lane: Lane, at: number): MenuEntry[] => [
    ...(at > 0 ? [{ text: settings.moveUp, run: () => void move(lane, at - 1) }] : []),
    ...(at < lanes.length - 1 ? [{ text: settings.moveDown, run: () => void move(lane, at + 1) }] : []),
    { text: settings.limit, run: () => onAsk({ kind: 'limit', lane }) },
    // Done says when a task is done: it has no other name and does not go.
    ...(lane.name === DONE
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
          key={lane.id}
          {...(mayWrite && dragOf(lane, at))}
          className={cx(
            'flex min-h-10 items-center gap-2 px-3',
            mayWrite && 'cursor-grab',
            over === lane.id && 'outline-2 -outline-offset-2 outline-accent-text',
          )}
        >
          {mayWrite && <GripVertical size={14} aria-hidden className="text-muted" />}
          <StatusIcon status={lane.name} />
          <span className="min-w-0 grow truncate">{lane.name}</span>
          {lane.limit !== null && <span className="shrink-0 text-muted">{settings.atMost(lane.limit)}</span>}
          {mayWrite && <ActionsMenu of={lane.name} entries={() => entriesOf(lane, at)} />}
        </li>
      ))}
    </ol>
  );
}

function LaneForm({ lanes, lane, onClose }: { lanes: readonly string[]; lane?: string; onClose: () => void }) {
  const send = ({ name }: { name: string }) =>
    replace(lane === undefined ? [...lanes, name] : lanes.map((one) => (one === lane ? name : one)));
  const form = useForm({ name: lane ?? '' }, send, onClose);
  const error = Object.entries(form.errors).find(([field]) => field.startsWith('lanes'))?.[1];
  return (
    <FormDialog
      title={lane === undefined ? settings.newLane : settings.rename}
      action={lane === undefined ? settings.createLane : settings.rename}
      form={form}
      shown={Object.keys(form.errors)}
      onClose={onClose}
    >
      <TextField label={settings.name} autoFocus {...form.field('name')} error={error} />
    </FormDialog>
  );
}

function LimitForm({ lane: { id, name, limit }, onClose }: { lane: Lane; onClose: () => void }) {
  const send = async ({ limit: text }: { limit: string }) => {
    await client.updateWorkflowLane({ path: { id }, body: { limit: text.trim() === '' ? null : Number(text) } });
    await refresh();
  };
  const form = useForm({ limit: limit === null ? '' : `${limit}` }, send, onClose);
  return (
    <FormDialog
      title={settings.limitOf(name)}
      action={settings.saveLimit}
      form={form}
      shown={['limit']}
      onClose={onClose}
    >
      <TextField
        label={settings.limit}
        hint={settings.limitHint}
        type="number"
        min={1}
        max={999}
        autoFocus
        {...form.field('limit')}
      />
    </FormDialog>
  );
}
