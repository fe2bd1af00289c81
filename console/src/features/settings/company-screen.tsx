import { useQuery } from '@tanstack/react-query';
import type { CompanyResponse } from 'project-management-sdk';
import { showBytes } from '../../components/attachments.ts';
import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../lib/toasts.ts';
import { client, messageOf } from '../../lib/api.ts';
import { useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { connections } from '../../lib/texts/connections.texts.ts';
import { files as fileTexts } from '../../lib/texts/files.texts.ts';
import { security } from '../../lib/texts/security.texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { CompanyDeletion } from './company-deletion.tsx';
import { companyQuery } from './company-query.ts';

export function CompanyScreen() {
  const { data: company, error, refetch } = useQuery(companyQuery);
  const isOwner = useMay('OWNER');
  return (
    <Screen title={settings.company} side={<SettingsNav />}>
      <div className="w-full max-w-lg p-4">
        {error && !company && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!company && !error && <Skeleton />}
        {company && (
          <div className="flex flex-col gap-10">
            <CompanyForm company={company} />
            {company.files && (
              <section aria-label={fileTexts.title} className="flex flex-col gap-1">
                <h2 className="text-sm font-medium">{fileTexts.title}</h2>
                <p className="text-sm text-muted">
                  {fileTexts.used(showBytes(company.files.bytes), showBytes(company.files.limit))}
                </p>
              </section>
            )}
            {isOwner && <CompanyDeletion name={company.name} />}
          </div>
        )}
      </div>
    </Screen>
  );
}

type OAuthSetting = CompanyResponse['oauth'];

const WHO = (['everyone', 'admins', 'off'] as const).map((value) => ({ value, label: connections.whoMay[value] }));

function CompanyForm({ company }: { company: CompanyResponse }) {
  const mayWrite = useMay('ADMIN');
  const form = useForm(
    { name: company.name },
    (body) => client.updateCompany({ body }),
    () => {
      void queryClient.invalidateQueries({ queryKey: companyQuery.queryKey });
      showToast(settings.saved);
    },
  );
  const set = async (body: { requireSecondFactor: boolean } | { oauth: OAuthSetting }) => {
    await client
      .updateCompany({ body })
      .then(() => showToast(settings.saved))
      .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await queryClient.invalidateQueries({ queryKey: companyQuery.queryKey });
  };
  return (
    <Form form={form} shown={form.names} action={mayWrite ? texts.common.save : undefined}>
      <TextField label={settings.name} disabled={!mayWrite} {...form.field('name')} />
      {mayWrite && (
        <>
          <Checkbox
            label={security.requireFactor}
            checked={company.requireSecondFactor}
            onChange={({ target }) => set({ requireSecondFactor: target.checked })}
          />
          <SelectField
            label={connections.who}
            choices={WHO}
            value={company.oauth}
            onChange={({ target }) => void set({ oauth: target.value as OAuthSetting })}
          />
        </>
      )}
    </Form>
  );
}
