import { type ComponentProps, type RefObject, useId, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { Markdown } from './markdown.tsx';
import { usePastedPictures } from './use-pasted-pictures.tsx';
import { usePeopleList } from './use-people-list.tsx';
import { keyOf } from '../lib/keys.ts';

interface MarkdownEditorProps extends Pick<ComponentProps<'textarea'>, 'autoFocus' | 'rows' | 'placeholder'> {
  /** The accessible name of the text. */
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
  /** Whether virtual colleagues can be named, too, so that they are answered. */
  namesColleagues?: boolean;
  /** Ctrl or ⌘ Enter. */
  onSubmit: () => void;
  /** Escape, when nothing would be lost by it. */
  onCancel?: (() => void) | false;
}

/** Markdown, with a preview. */
export function MarkdownEditor({
  label,
  value,
  error,
  namesColleagues = false,
  onChange,
  onSubmit,
  onCancel,
  ...rest
}: MarkdownEditorProps) {
  const id = useId();
  const [isPreview, setPreview] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = useRef<HTMLButtonElement>(null);
  const people = usePeopleList(field, { value, namesColleagues }, onChange);
  const pasted = usePastedPictures(field, value, onChange);
  const tab = (text: string, isPressed: boolean, press: () => void, ref?: RefObject<HTMLButtonElement | null>) => (
    <button
      ref={ref}
      type="button"
      aria-pressed={isPressed}
      onClick={press}
      className={cx('hit rounded-md px-2 text-xs', isPressed ? 'bg-hover font-medium' : 'text-muted hover:bg-hover')}
    >
      {text}
    </button>
  );
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-1">
        {tab(workTexts.task.write, !isPreview, () => setPreview(false), write)}
        {tab(workTexts.task.preview, isPreview, () => setPreview(true))}
      </div>
      {isPreview ? (
        <div className="min-h-24 rounded-md border border-line p-2">
          {value.trim() === '' ? (
            <p className="text-muted">{workTexts.task.previewEmpty}</p>
          ) : (
            <Markdown text={value} />
          )}
        </div>
      ) : (
        <div className="relative flex flex-col">
          <textarea
            rows={5}
            {...rest}
            {...people.wiring}
            ref={field}
            aria-label={label}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onPaste={pasted.onPaste}
            onKeyDown={(event) => {
              if (people.onKeyDown(event)) return;
              // What was typed is not closed with what is around it: that takes a second Escape.
              if (keyOf(event) === 'Escape' && (onCancel || value !== '')) {
                event.preventDefault();
                if (onCancel) onCancel();
                else write.current?.focus();
              }
              if (keyOf(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              onSubmit();
            }}
            className="field py-1.5 font-sans"
          />
          {people.list}
        </div>
      )}
      {pasted.progress}
      {error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
