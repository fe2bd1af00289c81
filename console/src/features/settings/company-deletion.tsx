import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { Section } from '../../components/screen.tsx';
import { client } from '../../lib/api.ts';
import { leave } from '../../lib/session.ts';
import { settings } from '../../lib/texts/settings.texts.ts';

/** Deletes the company, for its OWNERs. */
export function CompanyDeletion({ name }: { name: string }) {
  const [isAsking, ask] = useState(false);
  return (
    <Section title={settings.deleteCompany}>
      <p className="text-sm text-muted">{settings.deleteCompanyHint}</p>
      <Button look="danger" className="self-start" onClick={() => ask(true)}>
        {settings.deleteCompany}
      </Button>
      {isAsking && <DeleteDialog name={name} onClose={() => ask(false)} />}
    </Section>
  );
}

function DeleteDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useForm(
    { name: '', password: '', code: '' },
    ({ password, code, ...body }) =>
      client.deleteCompany({ body: { ...body, ...(password && { password }), ...(code && { code }) } }),
    leave,
  );
  return (
    <FormDialog
      title={settings.deleteCompany}
      action={settings.deleteCompany}
      form={form}
      shown={form.names}
      isDangerous
      isIncomplete={form.values.name === ''}
      onClose={onClose}
    >
      <p className="text-muted">{settings.deleteCompanyQuestion(name)}</p>
      <TextField label={settings.companyName} autoFocus {...form.field('name')} />
      <TextField
        label={settings.password}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <TextField label={settings.code} hint={settings.codeHint} {...form.field('code')} />
    </FormDialog>
  );
}
