import { Pencil } from 'lucide-react';
import { Button, IconButton } from '../../components/button.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { MarkdownEditor } from '../../components/markdown-editor.tsx';
import { Section } from '../../components/screen.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { tellWritten } from '../../lib/task-changes.ts';
import { patchTask, refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useTextEdit } from './use-text-edit.ts';
import { useTicks } from './use-ticks.ts';
import type { TaskPartProps } from './property.tsx';

export function Description({ task, mayWrite }: TaskPartProps) {
  const [draft, setDraft] = useDraft<{ text: string; base: string }>(`description of ${task.id}`);
  const edit = useTextEdit(task, 'description');
  const ticks = useTicks(task.description ?? '', {
    path: `/tasks/${task.id}`,
    read: async () => (await client.getTask({ path: { id: task.id } })).description ?? '',
    write: async (description, headers) => {
      const written = await client.updateTask({ path: { id: task.id }, body: { description }, headers });
      tellWritten(task, { description }, written);
    },
    show: (description) => patchTask(task.id, (now) => ({ ...now, description })),
    refresh: refreshTasks,
  });
  const wasEditing = useWasOpen(draft !== undefined);
  const begin = () => setDraft({ text: task.description ?? '', base: task.description ?? '' });
  const save = async () => {
    if (draft && (await edit.save(draft.text, draft.base))) setDraft(undefined);
  };
  return (
    <Section
      title={taskTexts.page.description}
      actions={
        mayWrite &&
        !draft && (
          <IconButton label={taskTexts.page.editDescription} autoFocus={wasEditing} onClick={begin}>
            <Pencil size={14} aria-hidden />
          </IconButton>
        )
      }
    >
      {draft ? (
        <div className="flex flex-col gap-2">
          <MarkdownEditor
            label={taskTexts.page.description}
            value={draft.text}
            error={edit.error}
            hasFormats
            autoFocus
            rows={8}
            onChange={(text) => setDraft({ ...draft, text })}
            onSubmit={() => void save()}
            onCancel={draft.text === draft.base && (() => setDraft(undefined))}
          />
          <div className="flex gap-2">
            <Button look="primary" onClick={() => void save()}>
              {texts.common.save}
            </Button>
            <Button onClick={() => setDraft(undefined)}>{texts.common.cancel}</Button>
          </div>
        </div>
      ) : task.description ? (
        <Markdown text={task.description} onTick={mayWrite ? ticks.tick : undefined} />
      ) : (
        <p className="text-muted">{taskTexts.page.noDescription}</p>
      )}
      {ticks.conflict && (
        <ConflictDialog
          field={taskTexts.page.description}
          conflict={ticks.conflict}
          onKeep={ticks.keep}
          onTake={ticks.take}
          onEditBoth={() => {
            const { mine = '', theirs = '' } = ticks.conflict ?? {};
            ticks.take();
            setDraft({ text: bothOf(mine, theirs), base: theirs });
          }}
        />
      )}
      {edit.conflict && draft && (
        <ConflictDialog
          field={taskTexts.page.description}
          conflict={edit.conflict}
          onKeep={() =>
            void edit.override(edit.conflict?.mine ?? draft.text).then((isSaved) => isSaved && setDraft(undefined))
          }
          onTake={() => {
            edit.forget();
            setDraft(undefined);
          }}
          onEditBoth={() => {
            const { mine = '', theirs = '' } = edit.conflict ?? {};
            edit.forget();
            setDraft({ text: bothOf(mine, theirs), base: theirs });
          }}
        />
      )}
    </Section>
  );
}

/** One's own text, and below it the other one. */
const bothOf = (mine: string, theirs: string): string => `${mine}\n\n${theirs}`;
