import { useEffect, useRef, useState } from 'react';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useTextEdit } from './use-text-edit.ts';
import type { TaskPartProps } from './property.tsx';
import { keyOf } from '../../lib/keys.ts';

/** The title, edited where it stands: saved by Enter or by going on. */
export function TitleField({ task, mayWrite }: TaskPartProps) {
  const [text, setText] = useState(task.title);
  const base = useRef(task.title);
  const isEditing = useRef(false);
  const isGivenUp = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = useTextEdit(task, 'title');
  // What was not saved stays to be mended.
  const isUnsaved = edit.conflict !== undefined || edit.error !== undefined;
  useEffect(() => {
    if (!isEditing.current && !isUnsaved) setText(task.title);
  }, [task.title, isUnsaved]);
  const save = async () => {
    isEditing.current = false;
    const isLeft = isGivenUp.current;
    isGivenUp.current = false;
    if (isLeft) {
      setText(base.current);
      edit.forget();
    } else if (text.trim() === base.current) edit.forget();
    else await edit.save(text.trim(), base.current);
  };
  return (
    <div>
      <textarea
        ref={field}
        data-field="title"
        dir="auto"
        aria-label={taskTexts.page.title}
        aria-invalid={edit.error !== undefined || undefined}
        aria-describedby={edit.error ? 'title-error' : undefined}
        rows={1}
        readOnly={!mayWrite}
        value={text}
        onFocus={() => {
          isEditing.current = true;
          base.current = task.title;
        }}
        onChange={(event) => setText(event.target.value.replaceAll('\n', ' '))}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (keyOf(event) === 'Enter') {
            event.preventDefault();
            event.currentTarget.blur();
          }
          if (keyOf(event) === 'Escape') {
            event.preventDefault();
            isGivenUp.current = true;
            event.currentTarget.blur();
            // In a drawer, its keys go on.
            document.querySelector<HTMLElement>('[role=dialog]')?.focus();
          }
        }}
        className="-mx-2 field-sizing-content w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-2 py-1 text-xl font-semibold hover:border-line pointer-coarse:min-h-11 read-only:hover:border-transparent"
      />
      {edit.error && (
        <p id="title-error" className="text-xs text-danger">
          {edit.error}
        </p>
      )}
      {edit.conflict && (
        <ConflictDialog
          field={taskTexts.page.title}
          conflict={edit.conflict}
          onKeep={() => void edit.override(edit.conflict?.mine ?? text)}
          onTake={() => {
            setText(edit.conflict?.theirs ?? text);
            edit.forget();
          }}
          onEditBoth={() => {
            const { mine = text, theirs = text } = edit.conflict ?? {};
            edit.forget();
            // Once the dialog has given the focus back.
            setTimeout(() => {
              field.current?.focus();
              setText(`${mine} / ${theirs}`);
            });
          }}
        />
      )}
    </div>
  );
}
