import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../lib/toasts.ts';
import { client, messageOf } from '../../lib/api.ts';
import { meQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { registration } from '../../lib/texts/registration.texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { chooseTheme, readTheme, type Theme } from '../../lib/theme.ts';
import { AwayForm } from './away.tsx';

export function ProfileScreen() {
  const { data: me, error, refetch } = useQuery(meQuery);
  return (
    <Screen title={settings.profile} side={<SettingsNav />}>
      <div className="flex w-full max-w-lg flex-col gap-8 p-4">
        {error && !me && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!me && !error && <Skeleton />}
        {me && <NameForm name={me.name} email={me.email} />}
        {me && <AwayForm key={me.away?.from} away={me.away} />}
        <ThemeChoice />
        <PasswordForm />
      </div>
    </Screen>
  );
}

function NameForm({ name: present, email }: { name: string; email: string }) {
  const form = useForm(
    { name: present },
    (body) => client.updateMe({ body }),
    () => {
      void queryClient.invalidateQueries();
      showToast(settings.saved);
    },
  );
  return (
    <Form form={form} shown={form.names} action={texts.common.save}>
      <TextField label={settings.name} {...form.field('name')} />
      <TextField label={settings.email} value={email} disabled />
    </Form>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <SelectField
      label={settings.theme}
      value={theme}
      onChange={({ target }) => choose(target.value as Theme)}
      choices={Object.entries(settings.themes).map(([value, label]) => ({ value, label }))}
    />
  );
}

function PasswordForm() {
  const form = useForm(
    { currentPassword: '', newPassword: '' },
    (body) => client.changePassword({ body }),
    () => {
      form.clear();
      showToast(settings.passwordChanged);
    },
  );
  return (
    <Section title={settings.password}>
      <Form form={form} shown={form.names} action={settings.changePassword}>
        <TextField
          label={settings.currentPassword}
          type="password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <TextField
          label={settings.newPassword}
          hint={registration.passwordHint}
          type="password"
          autoComplete="new-password"
          {...form.field('newPassword')}
        />
      </Form>
    </Section>
  );
}
