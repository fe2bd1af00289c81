import { queryOptions, useQuery } from '@tanstack/react-query';
import { SelectField } from '../../components/choice-fields.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import * as settingsTexts from '../../lib/texts/project-settings.texts.ts';
import { showToast } from '../../lib/toasts.ts';

const { projectSettings: words } = settingsTexts;
const LEVELS = Object.entries(words.watchLevels).map(([value, label]) => ({ value, label }));

const watchQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'watch'],
    queryFn: ({ signal }) => client.getProject({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

/** Of which tasks of the project the reader is told; everyone chooses for themselves. */
export function Watch({ projectId: id }: { projectId: string }) {
  const query = watchQuery(id);
  const read = useQuery(query);
  const choose = async (level: string) => {
    try {
      await client.watchProject({ path: { id }, body: { level: level as 'all' } });
      showToast(words.saved);
    } catch (error) {
      showToast(messageOf(error), { tone: 'danger' });
    }
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <Section title={words.inbox}>
      <Read query={read}>
        {({ watchLevel }) => (
          <SelectField
            label={words.watch}
            hint={words.watchHint}
            choices={LEVELS}
            value={watchLevel}
            onChange={({ target }) => void choose(target.value)}
          />
        )}
      </Read>
    </Section>
  );
}
