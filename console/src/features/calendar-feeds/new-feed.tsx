import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { Modal } from '../../components/modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { viewsQuery } from '../../components/view-queries.ts';
import { client } from '../../lib/api.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { calendarFeeds as words } from '../../lib/texts/calendar-feeds.texts.ts';
import { feedsQuery } from './queries.ts';

type Content = 'mine' | 'project' | 'view';

const CONTENTS: readonly { value: Content; label: string }[] = [
  { value: 'mine', label: words.mine },
  { value: 'project', label: words.project },
  { value: 'view', label: words.view },
];

/** Makes a feed and shows its address, once. */
export function NewFeed({ onClose }: { onClose: () => void }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: views = [] } = useQuery(viewsQuery);
  const [url, setUrl] = useState<string>();
  const initial = { name: '', content: 'mine', projectId: '', viewId: '' };
  const send = ({ name, content, ...ids }: typeof initial) => {
    const projectId = ids.projectId || (projects[0]?.id ?? '');
    const viewId = ids.viewId || (views[0]?.id ?? '');
    if (content === 'project') return client.createCalendarFeed({ body: { name, projectId } });
    if (content === 'view') return client.createCalendarFeed({ body: { name, viewId } });
    return client.createCalendarFeed({ body: { name, mine: true } });
  };
  const form = useForm(initial, send, (created) => {
    setUrl(created.url);
    void queryClient.invalidateQueries({ queryKey: feedsQuery.queryKey });
  });
  if (url !== undefined) {
    return (
      <Modal title={words.newFeed}>
        <ShownOnce
          label={words.address}
          value={url}
          warning={words.once}
          copy={words.copy}
          copied={words.copied}
          onDone={onClose}
        />
      </Modal>
    );
  }
  const { content } = form.values;
  const choicesOf = (things: readonly { id: string; name: string }[]) =>
    things.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog title={words.newFeed} action={words.createFeed} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <SelectField label={words.content} choices={CONTENTS} {...form.field('content')} />
      {content === 'project' && (
        <SelectField label={words.projectName} choices={choicesOf(projects)} {...form.field('projectId')} />
      )}
      {content === 'view' && (
        <SelectField label={words.viewName} choices={choicesOf(views)} {...form.field('viewId')} />
      )}
    </FormDialog>
  );
}
