import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { type CustomField, fieldsQuery } from '../../lib/fields.ts';
import { projectsQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { fieldSettings as words } from '../../lib/texts/field-settings.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { FieldForm } from './field-form.tsx';

const refresh = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => ['fields', 'filter-fields', 'tasks', 'task'].includes(String(kind)),
  });

type Dialog =
  { kind: 'new' } | { kind: 'edit'; field: CustomField } | { kind: 'delete'; field: CustomField; count: number };

/** The company's own fields. */
export function FieldsScreen() {
  const { data: fields, error, refetch } = useQuery(fieldsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const mayWrite = useMay('ADMIN');
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const done = () => {
    void refresh();
    close();
  };
  const archive = async ({ id, archived }: CustomField) => {
    await client
      .updateField({ path: { id }, body: { archived: !archived } })
      .catch((failure: unknown) => showToast(messageOf(failure), { tone: 'danger' }));
    await refresh();
  };
  const askToDelete = async (field: CustomField) => {
    const { tasks } = await client.checkFilter({ body: { filter: `custom.${field.key} is not empty` } });
    setDialog({ kind: 'delete', field, count: tasks });
  };
  const projectsOf = ({ projectIds }: CustomField) =>
    projectIds === null
      ? words.everyProject
      : projectIds.length === 0
        ? words.noProject
        : projectIds.map((id) => projects.find((project) => project.id === id)?.name ?? '…').join(', ');
  return (
    <Screen
      title={words.title}
      side={<SettingsNav />}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setDialog({ kind: 'new' })}>
            <Plus size={14} aria-hidden />
            {words.newField}
          </Button>
        )
      }
    >
      <div className="flex w-full max-w-4xl flex-col gap-3 p-4">
        <p className="text-muted">{words.hint}</p>
        {error && !fields && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!fields && !error && <Skeleton />}
        {fields?.length === 0 && <Empty text={words.none} next={mayWrite && words.makeField} />}
        {fields && fields.length > 0 && (
          <Table
            name={words.title}
            rows={fields}
            keyOf={({ id }) => id}
            columns={[
              {
                name: words.name,
                cell: ({ name, archived }) => (
                  <>
                    {name}
                    {archived && <span className="pl-2 text-muted">{words.archived}</span>}
                  </>
                ),
              },
              { name: words.type, cell: ({ type }) => words.types[type] },
              { name: words.projects, cell: projectsOf },
              ...(mayWrite
                ? [
                    {
                      name: words.actions,
                      isRight: true,
                      isKept: true,
                      cell: (field: CustomField) => (
                        <ActionsMenu
                          of={field.name}
                          entries={() => [
                            { text: texts.common.edit, run: () => setDialog({ kind: 'edit', field }) },
                            {
                              text: field.archived ? words.unarchive : words.archive,
                              run: () => void archive(field),
                            },
                            { text: texts.common.delete, isDangerous: true, run: () => void askToDelete(field) },
                          ]}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </div>
      {dialog?.kind === 'new' && <FieldForm projects={projects} onDone={done} onClose={close} />}
      {dialog?.kind === 'edit' && <FieldForm field={dialog.field} projects={projects} onDone={done} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteField(dialog.field.name, dialog.count)}
          onClose={close}
          onConfirm={() => client.deleteField({ path: { id: dialog.field.id } }).then(refresh)}
        />
      )}
    </Screen>
  );
}
