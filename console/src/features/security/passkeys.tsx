import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PasskeyResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { Failure, Note, Skeleton } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import { arePasskeysOffered } from '../../lib/passkey-offer.ts';
import { addPasskey } from '../../lib/passkeys.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import { security } from '../../lib/texts/security.texts.ts';
import { given, PasswordField } from './password-field.tsx';

const passkeysQuery = queryOptions({
  queryKey: ['my-passkeys'],
  queryFn: ({ signal }) => client.listMyPasskeys({ signal }),
  ...UNEVENTFUL,
});

type Dialog = { of: 'add' } | { of: 'rename' | 'remove'; passkey: PasskeyResponse };

/** What the reader signs in with in place of the password. */
export function Passkeys() {
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const done = () => {
    close();
    void queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  const open = (of: 'rename' | 'remove') => (passkey: PasskeyResponse) => setDialog({ of, passkey });
  if (error && !passkeys) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    // No region of this name: it would be found beside the field "Key" above.
    <div className="flex flex-col gap-2">
      <h2 className="flex min-h-7 items-center text-sm font-semibold">{security.passkeys}</h2>
      <p className="text-sm text-muted">{arePasskeysOffered() ? security.passkeysHint : security.passkeysNotHere}</p>
      {!passkeys && <Skeleton rows={2} />}
      {passkeys && passkeys.length > 0 && (
        <PasskeyList passkeys={passkeys} onRename={open('rename')} onRemove={open('remove')} />
      )}
      {arePasskeysOffered() && (
        <Button className="self-start" data-adds onClick={() => setDialog({ of: 'add' })}>
          {security.addPasskey}
        </Button>
      )}
      {dialog?.of === 'add' && <Addition onClose={close} onDone={done} />}
      {dialog?.of === 'rename' && <Rename passkey={dialog.passkey} onClose={close} onDone={done} />}
      {dialog?.of === 'remove' && <Removal passkey={dialog.passkey} onClose={close} onDone={done} />}
    </div>
  );
}

interface ListProps {
  passkeys: readonly PasskeyResponse[];
  onRename: (passkey: PasskeyResponse) => void;
  onRemove: (passkey: PasskeyResponse) => void;
}

function PasskeyList({ passkeys, onRename, onRemove }: ListProps) {
  return (
    <ul aria-label={security.passkeys} className="panel divide-y divide-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center gap-x-3 px-3 py-2 text-sm">
          <span className="min-w-0 grow font-medium break-words">{passkey.name}</span>
          <span className="text-xs text-muted">
            {security.passkeyFacts(
              showAgo(passkey.createdAt),
              passkey.lastUsedAt === null ? null : showAgo(passkey.lastUsedAt),
            )}
          </span>
          <ActionsMenu
            of={passkey.name}
            entries={() => [
              { text: security.rename, run: () => onRename(passkey) },
              { text: security.removePasskey, run: () => onRemove(passkey), isDangerous: true },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

function Addition({ onClose, onDone }: DialogProps) {
  const [isMissing, setMissing] = useState(false);
  const form = useForm(
    { name: '', password: '' },
    ({ name, password }) => addPasskey(name, given(password)),
    (isAdded) => (isAdded ? onDone() : setMissing(true)),
  );
  return (
    <FormDialog
      title={security.addPasskey}
      action={security.addPasskey}
      form={form}
      shown={form.names}
      isIncomplete={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField label={security.name} hint={security.passkeyNameHint} autoFocus {...form.field('name')} />
      <PasswordField {...form.field('password')} />
      {isMissing && !form.isBusy && <Note tone="warning">{security.noPasskeyMade}</Note>}
    </FormDialog>
  );
}

function Rename({ passkey, onClose, onDone }: DialogProps & { passkey: PasskeyResponse }) {
  const form = useForm(
    { name: passkey.name },
    (body) => client.updatePasskey({ path: { id: passkey.id }, body }),
    onDone,
  );
  return (
    <FormDialog title={security.rename} action={security.rename} form={form} shown={form.names} onClose={onClose}>
      <TextField label={security.name} autoFocus {...form.field('name')} />
    </FormDialog>
  );
}

function Removal({ passkey, onClose, onDone }: DialogProps & { passkey: PasskeyResponse }) {
  const form = useForm(
    { password: '' },
    ({ password }) => client.removePasskey({ path: { id: passkey.id }, body: given(password) }),
    onDone,
  );
  return (
    <FormDialog
      title={security.removePasskey}
      action={security.removePasskey}
      form={form}
      shown={form.names}
      isDangerous
      onClose={onClose}
    >
      <p className="text-muted">{security.removePasskeyQuestion(passkey.name)}</p>
      <PasswordField autoFocus {...form.field('password')} />
    </FormDialog>
  );
}
