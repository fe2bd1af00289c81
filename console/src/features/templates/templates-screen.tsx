import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { useMay } from '../../lib/queries.ts';
import { templates as words } from '../../lib/texts/templates.texts.ts';
import { Templates } from '../../components/templates/template-table.tsx';

/** The templates of the company. */
export function TemplatesScreen() {
  const mayWrite = useMay('ADMIN');
  return (
    <Screen title={words.title} side={<SettingsNav />}>
      {/* The screen's own heading says it already. */}
      <div className="flex w-full max-w-4xl flex-col gap-3 p-4 [&_h2]:sr-only">
        <Templates projectId={null} mayWrite={mayWrite} />
      </div>
    </Screen>
  );
}
