import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { FormNote, type useSubmit } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { useMay } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { refreshColleagues } from './queries.ts';

export const saveSettings = (id: string, settings: object): Promise<unknown> =>
  client.updateColleague({ path: { id }, body: { settings } });

export const onSaved = (): void => {
  void refreshColleagues();
  showToast(words.saved);
};

interface SettingsGroupProps {
  title: string;
  form: ReturnType<typeof useSubmit>;
  /** The fields at which errors stand. */
  shown: readonly string[];
  /** Buttons beside "Save". */
  buttons?: ReactNode;
  children: ReactNode;
}

/** Some of the settings, which ADMINs save together and others read. */
export function SettingsGroup({ title, form, shown, buttons, children }: SettingsGroupProps) {
  const isAdmin = useMay('ADMIN');
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <fieldset className="panel flex min-w-0 flex-col gap-3 p-4" disabled={!isAdmin}>
        <legend className="px-1 text-sm font-semibold">{title}</legend>
        {children}
        <FormNote {...form} shown={shown} />
        {isAdmin && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" isBusy={form.isBusy}>
              {texts.common.save}
            </Button>
            {buttons}
          </div>
        )}
      </fieldset>
    </form>
  );
}
