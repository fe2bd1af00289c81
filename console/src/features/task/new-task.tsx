import { useQuery } from '@tanstack/react-query';
import type { PostTask } from 'project-management-sdk';
import { type ClipboardEvent, useRef, useState } from 'react';
import { pastedPictures } from '../../components/attachments.ts';
import { Checkbox } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { HoursField, hoursOrNone } from '../../components/hours-input.tsx';
import { MarkdownEditor } from '../../components/markdown-editor.tsx';
import { RestoreDraft } from '../../components/restore-draft.tsx';
import { type Template, templatesOf, templatesQuery } from '../../components/templates/queries.ts';
import { useChangeAddress, useNames } from '../../lib/address.ts';
import { client } from '../../lib/api.ts';
import { useOfferedDraft } from '../../lib/drafts.ts';
import type { CustomValues } from '../../lib/fields.ts';
import { fromDate } from '../../lib/format.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { onDemand } from '../../lib/on-demand.tsx';
import { projectsQuery } from '../../lib/queries.ts';
import { refreshTasks, type Shown, type TaskChange } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import * as templateTexts from '../../lib/texts/templates.texts.ts';
import * as workTexts from '../../lib/texts/work.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { NewTaskFields } from './new-task-fields.tsx';
import { type PastedFile, PastedFiles, sendPasted, withoutMarks, withPasted } from './pasted-files.tsx';
import { PropertyRow } from './properties.tsx';
import { ChangeContext, PickProperty, RowContext, Value } from './property.tsx';

const SimilarTasks = onDemand<{ title: string; projectId: string }>(() => import('./similar-tasks.tsx'));

interface Draft {
  title: string;
  description: string;
  /** As they are typed. */
  points: string;
  startDate: string;
  dueDate: string;
  /** What was chosen, and what is shown of it. */
  set: TaskChange;
  shown: Shown;
  /** Of the company's own fields. */
  custom: CustomValues;
  /** Sent once the task is there. */
  pasted: readonly PastedFile[];
  /** Chosen by hand; else the project that is open. */
  projectId?: string;
  /** What it is made from; empty for nothing. */
  templateId?: string;
}

const EMPTY: Draft = {
  title: '',
  description: '',
  points: '',
  startDate: '',
  dueDate: '',
  set: {},
  shown: {},
  custom: {},
  pasted: [],
};

const isTyped = ({ title, description }: Draft): boolean => title !== '' || description !== '';

const NOTHING_SET = {
  id: '',
  tid: '',
  status: 'Backlog',
  priority: 'None',
  assigneeId: null,
  delegateId: null,
  sprintId: null,
  epicId: null,
  parentId: null,
  assignee: null,
  delegate: null,
  labels: [],
} as const;

/** What the properties of a task take for the one that is not made yet. */
const asTask = (projectId: string, { set, shown }: Draft) =>
  ({ ...NOTHING_SET, projectId, ...set, ...shown }) as unknown as TaskDetail;

/** What is sent: what was not touched is left to the template, or to the service. */
function bodyOf(projectId: string, draft: Draft, template: Template | undefined): PostTask {
  const { title, points, startDate, dueDate, set, custom, pasted } = draft;
  const description = withoutMarks(draft.description, pasted);
  const hours = hoursOrNone(points);
  return {
    projectId,
    ...(template && { templateId: template.id }),
    ...((title || !template) && { title }),
    ...(description && { description }),
    ...set,
    ...(hours !== null && { estimatedHours: hours }),
    ...(startDate && { startDate: fromDate(startDate) }),
    ...(dueDate && { dueDate: fromDate(dueDate) }),
    ...(Object.keys(custom).length > 0 && { custom }),
  };
}

/** From anywhere, into the project that is open. Closed otherwise than by its buttons, it keeps what was typed. */
export function NewTask({ from, onClose }: { from: string | undefined; onClose: () => void }) {
  const changeAddress = useChangeAddress();
  const { key } = useNames();
  const { data: all = [] } = useQuery(projectsQuery);
  const projects = all.filter(({ status }) => status === 'active');
  const present = projects.find((project) => project.key === key?.toUpperCase()) ?? projects[0];
  const [draft, setDraft] = useState(EMPTY);
  const { offered, take, keep } = useOfferedDraft<Draft>('new task');
  const [isMore, setMore] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (isTyped(next)) keep(next);
  };
  const { title, description, pasted, custom } = draft;
  const { data: templates = [] } = useQuery(templatesQuery);
  const chosen = templates.find(({ id }) => id === (draft.templateId ?? from));
  const wanted = draft.projectId ?? chosen?.projectId;
  const projectId = projects.find(({ id }) => id === wanted)?.id ?? present?.id ?? '';
  const usable = templatesOf(templates, projectId);
  const template = usable.find((one) => one === chosen);
  const typed = (name: 'title' | 'points' | 'startDate' | 'dueDate') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const forget = () => {
    keep(undefined);
    onClose();
  };
  const form = useSubmit(
    () => client.createTask({ body: bodyOf(projectId, draft, template) }),
    ({ id, tid, omitted = [] }) => {
      if (omitted.length > 0) showToast(templateTexts.templates.leftOut(omitted.join(', ')));
      if (pasted.length > 0) void sendPasted(id, description, pasted);
      void refreshTasks();
      const open = () => changeAddress({ task: tid });
      showToast(taskTexts.page.created(tid), { link: { text: texts.common.open, open } });
      if (!isMore) {
        forget();
        return;
      }
      keep(undefined);
      setDraft({ ...draft, projectId, title: '', description: '', pasted: [] });
      titleField.current?.focus();
    },
  );
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const { target } = event;
    const pictures = target instanceof HTMLTextAreaElement ? pastedPictures(event) : [];
    if (pictures.length === 0 || !(target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    const { description: now, pasted: more } = withPasted(target, pictures);
    change({ description: now, pasted: [...pasted, ...more] });
  };
  const removePasted = (mark: string) => {
    const removed = pasted.filter((one) => one.mark === mark);
    change({
      description: withoutMarks(description, removed),
      pasted: pasted.filter((one) => one.mark !== mark),
    });
  };
  const { errors } = form;
  return (
    <FormDialog
      title={texts.shell.newTask}
      action={taskTexts.page.create}
      form={form}
      shown={SHOWN.concat(Object.keys(custom).map((name) => `custom.${name}`))}
      size="lg"
      beside={
        <Checkbox
          label={taskTexts.page.createMore}
          checked={isMore}
          onChange={({ target }) => setMore(target.checked)}
        />
      }
      onClose={() => {
        if (isTyped(draft)) showToast(taskTexts.page.draftKept);
        onClose();
      }}
      onCancel={forget}
    >
      <RestoreDraft
        offered={offered}
        onRestore={(kept) => {
          take();
          change(kept);
        }}
      />
      <TextField
        ref={titleField}
        label={taskTexts.page.title}
        autoFocus
        placeholder={template?.task.title}
        error={errors['title']}
        {...typed('title')}
      />
      {title && <SimilarTasks title={title} projectId={projectId} />}
      <div onPaste={paste}>
        <MarkdownEditor
          label={taskTexts.page.description}
          value={description}
          error={errors['description']}
          isOfDialog
          hasFormats
          onChange={(text) => change({ description: text })}
          onSubmit={() => void form.submit()}
        />
      </div>
      {pasted.length > 0 && <PastedFiles pasted={pasted} onRemove={removePasted} />}
      <div role="group" aria-label={taskTexts.page.properties} className="flex flex-wrap items-center gap-2">
        <ChoiceButton
          label={taskTexts.page.project}
          choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          onChange={(id) =>
            change({ projectId: id, custom: {}, set: ofAnyProject(draft.set), shown: withoutDelegate(draft.shown) })
          }
        />
        {usable.length > 0 && (
          <ChoiceButton
            label={templateTexts.templates.template}
            choices={[
              { value: '', label: templateTexts.templates.noTemplate },
              ...usable.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={template?.id ?? ''}
            onChange={(templateId) => change({ projectId, templateId })}
          />
        )}
        <ChangeContext
          value={(_, set, shown = {}) => change({ set: { ...draft.set, ...set }, shown: { ...draft.shown, ...shown } })}
        >
          <PropertyRow task={asTask(projectId, draft)} mayWrite />
        </ChangeContext>
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <HoursField label={workTexts.task.points} error={errors['estimatedHours']} {...typed('points')} />
        <TextField label={workTexts.task.startDate} type="date" error={errors['startDate']} {...typed('startDate')} />
        <TextField label={workTexts.task.dueDate} type="date" error={errors['dueDate']} {...typed('dueDate')} />
        <NewTaskFields
          projectId={projectId}
          values={custom}
          errors={errors}
          onChange={(next) => change({ custom: next })}
        />
      </div>
    </FormDialog>
  );
}

/** The fields at which errors stand. */
const SHOWN = ['title', 'description', 'estimatedHours', 'startDate', 'dueDate'];

/** What a task of another project can have, too. */
const ofAnyProject = ({
  sprintId: _,
  epicId: _epic,
  parentId: _parent,
  delegateId: _delegate,
  ...set
}: TaskChange): TaskChange => set;
const withoutDelegate = ({ delegate: _, ...shown }: Shown): Shown => shown;

interface ChoiceButtonProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** Looks as the properties beside it. */
function ChoiceButton({ label, choices, value, onChange }: ChoiceButtonProps) {
  return (
    <RowContext value>
      <PickProperty label={label} options={choices} selected={[value]} onChange={([next = '']) => onChange(next)}>
        <Value text={choices.find((choice) => choice.value === value)?.label ?? ''} isNone={value === ''} />
      </PickProperty>
    </RowContext>
  );
}
