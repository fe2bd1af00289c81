import { AtSign, Bold, Code, Link, List, ListTodo } from 'lucide-react';
import type { RefObject } from 'react';
import { task as words } from '../lib/texts/work.texts.ts';
import { IconButton } from './button.tsx';

type Format = keyof typeof words.formats;

const ICONS = { bold: Bold, list: List, taskList: ListTodo, code: Code, link: Link, mention: AtSign };

/** What stands around the selection, or before each of its lines. */
const AROUND: Partial<Record<Format, [string, string]>> = {
  bold: ['**', '**'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
  mention: ['@', ''],
};
const BEFORE_LINES: Partial<Record<Format, string>> = { list: '- ', taskList: '- [ ] ' };

interface FormatBarProps {
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Writes Markdown around what is selected; the text hears of it as of typing. */
export default function FormatBar({ field }: FormatBarProps) {
  const apply = (format: Format) => {
    const { current } = field;
    if (!current) return;
    current.focus();
    const { value, selectionStart, selectionEnd } = current;
    const prefix = BEFORE_LINES[format];
    if (prefix !== undefined) {
      const from = value.lastIndexOf('\n', selectionStart - 1) + 1;
      const lines = value.slice(from, selectionEnd).split('\n');
      replace(current, from, selectionEnd, lines.map((line) => prefix + line).join('\n'));
      return;
    }
    const [before, after] = AROUND[format] ?? ['', ''];
    // An `@` opens the list of people only at the beginning of a word.
    const gap = format === 'mention' && /\S$/.test(value.slice(0, selectionStart)) ? ' ' : '';
    const inner = format === 'mention' ? '' : value.slice(selectionStart, selectionEnd);
    replace(current, selectionStart, selectionEnd, gap + before + inner + after);
    const at = selectionStart + gap.length + before.length;
    current.setSelectionRange(at, at + inner.length);
  };
  return (
    <div role="toolbar" aria-label={words.format} className="ml-auto flex">
      {(Object.keys(ICONS) as Format[]).map((format) => {
        const Icon = ICONS[format];
        return (
          <IconButton
            key={format}
            label={words.formats[format]}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => apply(format)}
          >
            <Icon size={14} aria-hidden />
          </IconButton>
        );
      })}
    </div>
  );
}

function replace(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}
