import { type ComponentProps, type RefObject, useId, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { Markdown } from './markdown.tsx';
import { useMentionNames } from './mention-names.ts';
import { usePastedPictures } from './use-pasted-pictures.tsx';
import { usePeopleList } from './use-people-list.tsx';
import { keyOf } from '../lib/keys.ts';
import { onDemand } from '../lib/on-demand.tsx';

const FormatBar = onDemand<{ field: RefObject<HTMLTextAreaElement | null> }>(() => import('./format-bar.tsx'));

interface MarkdownEditorProps extends Pick<ComponentProps<'textarea'>, 'autoFocus' | 'rows' | 'placeholder'> {
  /** The accessible name of the text. */
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
  /** Whether virtual colleagues can be named, too, so that they are answered. */
  namesColleagues?: boolean;
  /** Buttons write Markdown for those who do not know it. */
  hasFormats?: boolean;
  /** Ctrl or ⌘ Enter. */
  onSubmit: () => void;
  /** Escape, when nothing would be lost by it. */
  onCancel?: (() => void) | false;
  /** The dialog around it keeps what was typed: Escape is for the dialog. */
  isOfDialog?: boolean;
}

/** Markdown, with a preview. */
export function MarkdownEditor({
  label,
  value,
  error,
  namesColleagues = false,
  hasFormats = false,
  onChange,
  onSubmit,
  onCancel,
  isOfDialog = false,
  ...rest
}: MarkdownEditorProps) {
  const id = useId();
  const [isPreview, setPreview] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = useRef<HTMLButtonElement>(null);
  const mentions = useMentionNames();
  const shown = mentions.shown(value);
  const change = (text: string) => onChange(mentions.kept(text));
  const people = usePeopleList(field, { value: shown, namesColleagues, mentions }, change);
  const pasted = usePastedPictures(field, shown, change);
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
      <div className="flex flex-wrap gap-1">
        {tab(workTexts.task.write, !isPreview, () => setPreview(false), write)}
        {tab(workTexts.task.preview, isPreview, () => setPreview(true))}
        {hasFormats && !isPreview && <FormatBar field={field} />}
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
            value={shown}
            onChange={(event) => change(event.target.value)}
            onPaste={pasted.onPaste}
            onKeyDown={(event) => {
              if (people.onKeyDown(event)) return;
              // What was typed is not closed with what is around it: that takes a second Escape.
              if (keyOf(event) === 'Escape' && !isOfDialog && (onCancel || value !== '')) {
                event.preventDefault();
                if (onCancel) onCancel();
                else write.current?.focus();
              }
              if (keyOf(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              onSubmit();
            }}
            className="field field-sizing-content min-h-24 py-1.5 font-sans"
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
