import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Confirm } from '../confirm.tsx';
import { ActionsMenu } from '../menu.tsx';
import { Read } from '../read.tsx';
import { Section } from '../screen.tsx';
import { Empty } from '../states.tsx';
import { Table } from '../table.tsx';
import { client } from '../../lib/api.ts';
import { texts } from '../../lib/texts.ts';
import { templates as words } from '../../lib/texts/templates.texts.ts';
import { refreshTemplates, type Template, templatesQuery } from './queries.ts';
import { TemplateForm } from './template-form.tsx';

type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; template: Template };

interface TemplatesProps {
  /** Null: those of the company. */
  projectId: string | null;
  mayWrite: boolean;
}

/** The templates of a project or of the company, and what is done with them. */
export function Templates({ projectId, mayWrite }: TemplatesProps) {
  const read = useQuery(templatesQuery);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const done = () => {
    void refreshTemplates();
    close();
  };
  const actions = {
    name: words.actions,
    isRight: true,
    isKept: true,
    cell: (template: Template) => (
      <ActionsMenu
        of={template.name}
        entries={() => [
          { text: texts.common.edit, run: () => setDialog({ kind: 'edit', template }) },
          { text: texts.common.delete, isDangerous: true, run: () => setDialog({ kind: 'delete', template }) },
        ]}
      />
    ),
  };
  return (
    <Section
      title={words.title}
      actions={
        mayWrite && (
          <Button data-adds onClick={() => setDialog({ kind: 'new' })}>
            <Plus size={14} aria-hidden />
            {words.newTemplate}
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">{projectId === null ? words.hint : words.hintOfProject}</p>
      <Read query={read}>
        {(all) => {
          const own = all.filter((template) => template.projectId === projectId);
          if (own.length === 0) return <Empty text={words.none} next={mayWrite && words.makeTemplate} />;
          return (
            <Table
              name={words.title}
              rows={own}
              keyOf={({ id }) => id}
              columns={[
                { name: words.name, cell: ({ name }) => name },
                { name: words.taskTitle, cell: ({ task }) => task.title },
                { name: words.subtasks, cell: ({ subtasks }) => words.subtaskCount(subtasks.length) },
                ...(mayWrite ? [actions] : []),
              ]}
            />
          );
        }}
      </Read>
      {dialog?.kind === 'new' && <TemplateForm projectId={projectId} onDone={done} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <TemplateForm template={dialog.template} projectId={projectId} onDone={done} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteTemplate(dialog.template.name)}
          onClose={close}
          onConfirm={() => client.deleteTemplate({ path: { id: dialog.template.id } }).then(refreshTemplates)}
        />
      )}
    </Section>
  );
}
