import { encode } from 'uqr';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Section } from '../../components/screen.tsx';
import { Note } from '../../components/states.tsx';
import { client } from '../../lib/api.ts';
import { copyText } from '../../lib/clipboard.ts';
import { queryClient } from '../../lib/query-client.ts';
import { security } from '../../lib/texts/security.texts.ts';
import { signInCode } from '../../lib/texts/sign-in-code.texts.ts';
import { given, PasswordField } from './password-field.tsx';

interface Pending {
  secret: string;
  uri: string;
}

/** The codes that signing in asks for besides the password. */
export function Authenticator({ isActive }: { isActive: boolean }) {
  const [dialog, setDialog] = useState<'set-up' | 'remove' | 'renew'>();
  const [pending, setPending] = useState<Pending>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setDialog(undefined);
  const changed = () => void queryClient.invalidateQueries();
  const show = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setPending(undefined);
    setCodes(recoveryCodes);
    close();
    changed();
  };
  return (
    <Section title={security.authenticator}>
      <p className="text-sm text-muted">{isActive ? security.authenticatorOn : security.authenticatorOff}</p>
      {codes && <RecoveryCodes codes={codes} />}
      {pending && <Confirmation pending={pending} onDone={show} />}
      <div className="flex flex-wrap gap-2">
        {isActive ? (
          <>
            <Button onClick={() => setDialog('renew')}>{security.renew}</Button>
            <Button look="danger" onClick={() => setDialog('remove')}>
              {security.removeAuthenticator}
            </Button>
          </>
        ) : (
          !pending && <Button onClick={() => setDialog('set-up')}>{security.setUp}</Button>
        )}
      </div>
      {dialog === 'set-up' && (
        <SetUp
          onClose={close}
          onDone={(made) => {
            setPending(made);
            close();
          }}
        />
      )}
      {dialog === 'remove' && <Removal onClose={close} onDone={changed} />}
      {dialog === 'renew' && <Renewal onClose={close} onDone={show} />}
    </Section>
  );
}

function SetUp({ onClose, onDone }: { onClose: () => void; onDone: (made: Pending) => void }) {
  const form = useForm({ password: '' }, ({ password }) => client.setUpTotp({ body: given(password) }), onDone);
  return (
    <FormDialog title={security.setUp} action={security.setUp} form={form} shown={form.names} onClose={onClose}>
      <PasswordField autoFocus {...form.field('password')} />
    </FormDialog>
  );
}

function Confirmation({ pending, onDone }: { pending: Pending; onDone: (made: { recoveryCodes: string[] }) => void }) {
  const form = useForm({ code: '' }, (body) => client.confirmTotp({ body }), onDone);
  return (
    <Form form={form} shown={form.names} action={security.confirm}>
      <p className="text-sm">{security.scan}</p>
      <QrCode text={pending.uri} />
      <TextField
        label={security.key}
        readOnly
        value={pending.secret}
        className="[&_input]:font-mono"
        onFocus={({ target }) => target.select()}
      />
      <TextField
        label={signInCode.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        {...form.field('code')}
      />
    </Form>
  );
}

/** Drawn here, so that nobody else sees the key; dark on light whatever the theme is: cameras need it so. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={security.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `${codes.join('\n')}\n`;
  const download = () => {
    const link = document.createElement('a');
    link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
    link.download = 'recovery-codes.txt';
    link.click();
  };
  return (
    <div className="flex flex-col gap-2">
      <Note tone="warning">{security.recoveryHint}</Note>
      <ul
        aria-label={security.recoveryCodes}
        className="panel grid grid-cols-1 gap-1 p-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button onClick={download}>{security.download}</Button>
        <Button onClick={() => void copyText(text, security.copied)}>{security.copy}</Button>
      </div>
    </div>
  );
}

function Removal({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [endOthers, setEndOthers] = useState(false);
  const form = useForm(
    { password: '', code: '' },
    ({ password, code }) => client.removeTotp({ body: { ...given(password), code, endOthers } }),
    () => {
      onClose();
      onDone();
    },
  );
  return (
    <FormDialog
      title={security.removeAuthenticator}
      action={security.removeAuthenticator}
      form={form}
      shown={form.names}
      isDangerous
      onClose={onClose}
    >
      <PasswordField autoFocus {...form.field('password')} />
      <TextField label={signInCode.code} autoComplete="one-time-code" {...form.field('code')} />
      <Checkbox
        label={security.endOthers}
        checked={endOthers}
        onChange={({ target }) => setEndOthers(target.checked)}
      />
    </FormDialog>
  );
}

function Renewal({ onClose, onDone }: { onClose: () => void; onDone: (made: { recoveryCodes: string[] }) => void }) {
  const form = useForm(
    { password: '', code: '' },
    ({ password, code }) => client.renewRecoveryCodes({ body: { ...given(password), code } }),
    onDone,
  );
  return (
    <FormDialog title={security.renew} action={security.renew} form={form} shown={form.names} onClose={onClose}>
      <PasswordField autoFocus {...form.field('password')} />
      <TextField label={signInCode.code} autoComplete="one-time-code" {...form.field('code')} />
    </FormDialog>
  );
}
