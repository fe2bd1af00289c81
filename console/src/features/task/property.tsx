import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { buttonStyle } from '../../components/button.tsx';
import { Picker } from '../../components/picker.tsx';
import { TypedField } from '../../components/typed-field.tsx';
import type { TaskDetail } from '../../lib/model.ts';
import { changeTask } from '../../lib/task-changes.ts';
import type { Shown, TaskChange } from '../../lib/tasks.ts';

/** What a property of a task, or a part of its page, is given. */
export interface TaskPartProps {
  task: TaskDetail;
  mayWrite: boolean;
}

type Change = (task: TaskDetail, change: TaskChange, shown?: Shown) => unknown;

/** What a chosen value does: on a task it is written at once. */
export const ChangeContext = createContext<Change>(changeTask);

/** Properties stand as lines with their names, or as a row of buttons, where those without a value show their names. */
export const RowContext = createContext<string | boolean>(false);

const VALUE =
  'control flex w-full min-w-0 items-center gap-1.5 rounded-md px-2 py-1 text-left text-sm hover:bg-hover disabled:cursor-default disabled:hover:bg-transparent';

interface LineProps {
  /** For what is named by it. */
  id?: string;
  label: string;
  children: ReactNode;
}

/** A line of the properties: what it is called, and its value. */
function Line({ id, label, children }: LineProps) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-start">
      <span id={id} aria-hidden className="control flex items-center text-sm text-muted">
        {label}
      </span>
      {children}
    </div>
  );
}

type PickPropertyProps = Omit<ComponentProps<typeof Picker>, 'className' | 'isField'>;

/** A property that is chosen: a combobox that shows its value and opens a list with a search. */
export function PickProperty(props: PickPropertyProps) {
  const isRow = useContext(RowContext) !== false;
  if (isRow) {
    return (
      <RowContext value={props.label}>
        <Picker {...props} isField className={buttonStyle('secondary', 'max-w-56 font-normal')} />
      </RowContext>
    );
  }
  return (
    <Line label={props.label}>
      <Picker {...props} isField className={VALUE} />
    </Line>
  );
}

type TypedPropertyProps = Omit<ComponentProps<typeof TypedField>, 'className' | 'labelId'>;

/** A property that is typed: a button that shows its value and opens its field. */
export function TypedProperty(props: TypedPropertyProps) {
  const id = useId();
  return (
    <Line id={id} label={props.label}>
      <TypedField {...props} labelId={id} className={VALUE} />
    </Line>
  );
}

/** A value, or what is said where there is none. */
export function Value({ icon, text, isNone = false }: { icon?: ReactNode; text: string; isNone?: boolean }) {
  const name = useContext(RowContext);
  return (
    <>
      {icon}
      <span className={isNone ? 'truncate text-muted' : 'truncate'}>{isNone && name ? name : text}</span>
    </>
  );
}
