import { Pencil, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../components/button.tsx';
import { FormNote, useSubmit } from '../../components/form.tsx';
import { ColleagueAvatar } from '../../components/colleague-avatar.tsx';
import { Avatar } from '../../components/marks.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { MarkdownEditor } from '../../components/markdown-editor.tsx';
import { passFocus } from '../../components/pass-focus.ts';
import { useWasOpen } from '../../components/use-was-open.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import { deleteWithUndo } from '../../lib/pending-deletes.ts';
import { useMay, useUser } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Comment, commentsQuery } from './queries.ts';
import { useTicks } from './use-ticks.ts';

export function OneComment({
  comment,
  mayWrite,
  onChange,
}: {
  comment: Comment;
  mayWrite: boolean;
  onChange: () => void;
}) {
  const { id, author, body, createdAt, updatedAt } = comment;
  const [draft, setDraft] = useDraft<string>(`comment ${id}`);
  const user = useUser();
  const isAdmin = useMay('ADMIN');
  const isOwn = comment.author?.type !== 'colleague' && user?.id === comment.authorId;
  const ticks = useTicks(body, {
    path: `/comments/${id}`,
    read: async () => (await client.getComment({ path: { id } })).body,
    write: (text, headers) => client.updateComment({ path: { id }, body: { body: text }, headers }),
    show: (text) => showText(comment, text),
    refresh: onChange,
  });
  const wasEditing = useWasOpen(draft !== undefined);
  const form = useSubmit(
    () => client.updateComment({ path: { id }, body: { body: draft ?? '' } }),
    () => {
      setDraft(undefined);
      onChange();
    },
  );
  const remove = () =>
    deleteWithUndo([id], taskTexts.page.commentDeleted, () => client.deleteComment({ path: { id } }), onChange);
  return (
    <div className="flex gap-2">
      {author?.type === 'colleague' ? (
        <ColleagueAvatar name={author.name} size="md" />
      ) : (
        <Avatar name={author?.name ?? '?'} size="md" />
      )}
      <div className="flex min-w-0 grow flex-col gap-1 rounded-lg border border-line bg-surface px-3 py-1.5">
        <div className="flex min-h-7 items-center gap-2 text-sm">
          <span className="font-medium">{author?.name}</span>
          <time dateTime={createdAt} title={showMoment(createdAt)} className="text-xs text-muted">
            {showAgo(createdAt)}
            {updatedAt !== createdAt && `, ${taskTexts.page.edited}`}
          </time>
          <span className="ml-auto flex">
            {mayWrite && isOwn && draft === undefined && (
              <IconButton label={taskTexts.page.editComment} autoFocus={wasEditing} onClick={() => setDraft(body)}>
                <Pencil size={14} aria-hidden />
              </IconButton>
            )}
            {mayWrite && (isOwn || isAdmin) && (
              <IconButton ref={passFocus} label={taskTexts.page.deleteComment} onClick={remove}>
                <Trash2 size={14} aria-hidden />
              </IconButton>
            )}
          </span>
        </div>
        {draft === undefined ? (
          <Markdown text={body} onTick={mayWrite && isOwn ? ticks.tick : undefined} />
        ) : (
          <form className="flex flex-col gap-2" onSubmit={(event) => void form.submit(event)}>
            <MarkdownEditor
              label={taskTexts.page.editComment}
              namesColleagues
              value={draft}
              error={form.errors['body']}
              autoFocus
              onChange={setDraft}
              onSubmit={() => void form.submit()}
              onCancel={draft === body && (() => setDraft(undefined))}
            />
            <FormNote {...form} shown={['body']} />
            <div className="flex gap-2">
              <Button type="submit" look="primary" isBusy={form.isBusy}>
                {texts.common.save}
              </Button>
              <Button onClick={() => setDraft(undefined)}>{texts.common.cancel}</Button>
            </div>
          </form>
        )}
      </div>
      {ticks.conflict && (
        <ConflictDialog
          field={taskTexts.page.comment}
          conflict={ticks.conflict}
          onKeep={ticks.keep}
          onTake={ticks.take}
          onEditBoth={() => {
            const { mine = '', theirs = '' } = ticks.conflict ?? {};
            ticks.take();
            setDraft(`${mine}\n\n${theirs}`);
          }}
        />
      )}
    </div>
  );
}

/** Shows another text of a comment at once. */
function showText({ id, taskId }: Comment, body: string): () => void {
  const { queryKey } = commentsQuery(taskId);
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(
    queryKey,
    before?.map((one) => (one.id === id ? { ...one, body } : one)),
  );
  return () => queryClient.setQueryData(queryKey, before);
}

export function NewComment({ taskId, onSent }: { taskId: string; onSent: () => void }) {
  const [body = '', setBody] = useDraft<string>(`comment on ${taskId}`);
  const form = useSubmit(
    () => client.createComment({ path: { id: taskId }, body: { body } }),
    () => {
      setBody(undefined);
      onSent();
    },
  );
  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => void form.submit(event)}>
      <MarkdownEditor
        data-adds
        label={taskTexts.page.comment}
        namesColleagues
        placeholder={taskTexts.page.commentHint}
        rows={3}
        value={body}
        error={form.errors['body']}
        onChange={setBody}
        onSubmit={() => void form.submit()}
      />
      <FormNote {...form} shown={['body']} />
      <div>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {taskTexts.page.comment}
        </Button>
      </div>
    </form>
  );
}
