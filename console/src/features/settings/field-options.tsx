import { GripVertical, Plus } from 'lucide-react';
import { type DragEvent, useId } from 'react';
import { Button } from '../../components/button.tsx';
import { ActionsMenu, type MenuEntry } from '../../components/menu.tsx';
import { fieldSettings as words } from '../../lib/texts/field-settings.texts.ts';
import { announce } from '../../lib/toasts.ts';

/** An option as it is typed; `mark` keeps two new ones apart. */
export interface OptionDraft {
  mark: string;
  id?: string;
  name: string;
  color: string;
  archived?: boolean;
}

const COLOURS = ['#4450C4', '#2F855A', '#C05621', '#B83280', '#2B6CB0', '#808080'];

let made = 0;

export function emptyOption(place = 0): OptionDraft {
  made += 1;
  return { mark: `new-${made}`, name: '', color: COLOURS[place % COLOURS.length] ?? '#808080' };
}

/** What is dragged is an option, not a text from elsewhere. */
const TYPE = 'application/x-option';

interface FieldOptionsProps {
  options: readonly OptionDraft[];
  errors: Readonly<Record<string, string>>;
  onChange: (options: readonly OptionDraft[]) => void;
}

/** The options of a select in their order, moved by drag and by menu. */
export function FieldOptions({ options, errors, onChange }: FieldOptionsProps) {
  const id = useId();
  const change = (place: number, changes: Partial<OptionDraft>) =>
    onChange(options.map((option, index) => (index === place ? { ...option, ...changes } : option)));
  const move = (from: number, to: number) => {
    const moved = options[from];
    if (!moved) return;
    onChange(options.toSpliced(from, 1).toSpliced(to, 0, moved));
    announce(words.optionMoved(moved.name, to + 1, options.length));
  };
  const dragOf = (place: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(TYPE, String(place)),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(TYPE) && event.preventDefault(),
    onDrop: ({ dataTransfer }: DragEvent) => move(Number(dataTransfer.getData(TYPE)), place),
  });
  const entriesOf = (place: number): MenuEntry[] => [
    ...(place > 0 ? [{ text: words.moveUp, run: () => move(place, place - 1) }] : []),
    ...(place < options.length - 1 ? [{ text: words.moveDown, run: () => move(place, place + 1) }] : []),
    {
      text: options[place]?.archived ? words.unarchive : words.archive,
      run: () => change(place, { archived: !options[place]?.archived }),
    },
    { text: words.removeOption, isDangerous: true, run: () => onChange(options.toSpliced(place, 1)) },
  ];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{words.options}</legend>
      {errors['options'] && <p className="text-xs text-danger">{errors['options']}</p>}
      {options.map(({ mark, name, color, archived }, place) => (
        <div key={mark} className="flex flex-wrap items-center gap-2" {...dragOf(place)}>
          <GripVertical size={14} aria-hidden className="text-muted" />
          <input
            aria-label={words.option(place + 1)}
            aria-invalid={errors[`options.${place}.name`] ? true : undefined}
            aria-describedby={errors[`options.${place}.name`] && `${id}-${place}`}
            value={name}
            onChange={({ target }) => change(place, { name: target.value })}
            className={archived ? 'field control grow text-muted' : 'field control grow'}
          />
          <input
            aria-label={words.colourOf(place + 1)}
            type="color"
            value={color}
            onChange={({ target }) => change(place, { color: target.value })}
            className="control"
          />
          <ActionsMenu of={words.actionsOf(place + 1)} entries={() => entriesOf(place)} />
          {errors[`options.${place}.name`] && (
            <p id={`${id}-${place}`} className="w-full text-xs text-danger">
              {errors[`options.${place}.name`]}
            </p>
          )}
        </div>
      ))}
      <Button look="quiet" className="self-start" onClick={() => onChange([...options, emptyOption(options.length)])}>
        <Plus size={14} aria-hidden />
        {words.addOption}
      </Button>
    </fieldset>
  );
}
