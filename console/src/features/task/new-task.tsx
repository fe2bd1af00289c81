import { useChangeAddress, useNames } from '../../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import type { PostTask } from 'project-management-sdk';
import type { ClipboardEvent } from 'react';
import { pastedPictures } from '../../components/attachments.ts';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { HoursField, hoursOrNone } from '../../components/hours-input.tsx';
import { useSubmit } from '../../components/form.tsx';
import { showToast } from '../../lib/toasts.ts';
import { client } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { fromDate } from '../../lib/format.ts';
import { onDemand } from '../../lib/on-demand.tsx';
import type { Priority } from '../../lib/model.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import * as templateTexts from '../../lib/texts/templates.texts.ts';
import * as workTexts from '../../lib/texts/work.texts.ts';
import { useFieldChoices } from './field-choices.ts';
import type { CustomValues } from '../../lib/fields.ts';
import { type Template, templatesOf, templatesQuery } from '../../components/templates/queries.ts';
import { NewTaskFields } from './new-task-fields.tsx';
import { LabelsField } from './labels-field.tsx';
import { type PastedFile, PastedFiles, sendPasted, withoutMarks, withPasted } from './pasted-files.tsx';

const SimilarTasks = onDemand<{ title: string; projectId: string }>(() => import('./similar-tasks.tsx'));

const EMPTY = {
  title: '',
  description: '',
  status: 'Backlog',
  priority: 'None',
  assigneeId: '',
  sprintId: '',
  epicId: '',
  points: '',
  startDate: '',
  dueDate: '',
};

interface Draft {
  values: typeof EMPTY;
  labelIds: readonly string[];
  /** Of the company's own fields. */
  custom?: CustomValues;
  /** Sent once the task is there. */
  pasted: readonly PastedFile[];
  /** Chosen by hand; else the project that is open. */
  projectId?: string;
  /** What it is made from; empty for nothing. */
  templateId?: string;
}

/** From anywhere, into the project that is open. Closed otherwise than by its buttons, it keeps what was typed. */
export function NewTask({ from, onClose }: { from: string | undefined; onClose: () => void }) {
  const changeAddress = useChangeAddress();
  const { key } = useNames();
  const { data: all = [] } = useQuery(projectsQuery);
  const projects = all.filter(({ status }) => status === 'active');
  const present = projects.find((project) => project.key === key?.toUpperCase()) ?? projects[0];
  const [draft = { values: EMPTY, labelIds: [], pasted: [] }, keepDraft] = useDraft<Draft>('new task');
  const { values, labelIds, pasted, custom = {} } = draft;
  const { data: templates = [] } = useQuery(templatesQuery);
  const chosen = templates.find(({ id }) => id === (draft.templateId ?? from));
  const wanted = draft.projectId ?? chosen?.projectId;
  const projectId = projects.find(({ id }) => id === wanted)?.id ?? present?.id ?? '';
  const offered = templatesOf(templates, projectId);
  const template = offered.find((one) => one === chosen);
  const choices = useFieldChoices(projectId);
  const set = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      keepDraft({ ...draft, values: { ...values, [name]: target.value } }),
  });
  const send = () => {
    const { title, status, priority, points } = values;
    return client.createTask({
      body: withoutUntouched(values, template, {
        projectId,
        title,
        status,
        priority: priority as Priority,
        description: withoutMarks(values.description, pasted) || null,
        assigneeId: values.assigneeId || null,
        sprintId: values.sprintId || null,
        epicId: values.epicId || null,
        estimatedHours: hoursOrNone(points),
        startDate: fromDate(values.startDate),
        dueDate: fromDate(values.dueDate),
        labelIds: [...labelIds],
        ...(Object.keys(custom).length > 0 && { custom }),
      }),
    });
  };
  const forget = () => {
    keepDraft(undefined);
    onClose();
  };
  const form = useSubmit(send, ({ id, tid, omitted = [] }) => {
    if (omitted.length > 0) showToast(templateTexts.templates.leftOut(omitted.join(', ')));
    if (pasted.length > 0) void sendPasted(id, values.description, pasted);
    void refreshTasks();
    forget();
    const open = () => changeAddress({ task: tid });
    showToast(taskTexts.page.created(tid), { link: { text: texts.common.open, open } });
  });
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pictures = pastedPictures(event);
    if (pictures.length === 0) return;
    event.preventDefault();
    const { description, pasted: more } = withPasted(event.currentTarget, pictures);
    keepDraft({ ...draft, values: { ...values, description }, pasted: [...pasted, ...more] });
  };
  const removePasted = (mark: string) => {
    const removed = pasted.filter((one) => one.mark === mark);
    const description = withoutMarks(values.description, removed);
    keepDraft({ ...draft, values: { ...values, description }, pasted: pasted.filter((one) => one.mark !== mark) });
  };
  const { errors } = form;
  return (
    <FormDialog
      title={texts.shell.newTask}
      action={taskTexts.page.create}
      form={form}
      shown={[
        ...Object.keys(EMPTY),
        'projectId',
        'templateId',
        'estimatedHours',
        ...Object.keys(custom).map((key) => `custom.${key}`),
      ]}
      size="lg"
      onClose={() => {
        if (values.title || values.description) showToast(taskTexts.page.draftKept);
        onClose();
      }}
      onCancel={forget}
    >
      {offered.length > 0 && (
        <SelectField
          label={templateTexts.templates.template}
          choices={[
            { value: '', label: templateTexts.templates.noTemplate },
            ...offered.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={template?.id ?? ''}
          error={errors['templateId']}
          onChange={({ target }) => keepDraft({ ...draft, projectId, templateId: target.value })}
        />
      )}
      <TextField
        label={taskTexts.page.title}
        autoFocus
        placeholder={template?.task.title}
        error={errors['title']}
        {...set('title')}
      />
      {values.title && <SimilarTasks title={values.title} projectId={projectId} />}
      <TextArea
        label={taskTexts.page.description}
        error={errors['description']}
        onPaste={paste}
        {...set('description')}
      />
      {pasted.length > 0 && <PastedFiles pasted={pasted} onRemove={removePasted} />}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <SelectField
          label={taskTexts.page.project}
          choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          error={errors['projectId']}
          onChange={({ target }) =>
            keepDraft({
              ...draft,
              projectId: target.value,
              custom: {},
              values: { ...values, sprintId: '', epicId: '' },
            })
          }
        />
        <SelectField
          label={workTexts.task.status}
          choices={choices.statuses}
          error={errors['status']}
          {...set('status')}
        />
        <SelectField
          label={workTexts.task.priority}
          choices={choices.priorities}
          error={errors['priority']}
          {...set('priority')}
        />
        <SelectField
          label={workTexts.task.assignee}
          choices={choices.people}
          error={errors['assigneeId']}
          {...set('assigneeId')}
        />
        <SelectField
          label={workTexts.task.sprint}
          choices={choices.sprints}
          error={errors['sprintId']}
          {...set('sprintId')}
        />
        <SelectField label={workTexts.task.epic} choices={choices.epics} error={errors['epicId']} {...set('epicId')} />
        <HoursField label={workTexts.task.points} error={errors['estimatedHours']} {...set('points')} />
        <TextField label={workTexts.task.startDate} type="date" error={errors['startDate']} {...set('startDate')} />
        <TextField label={workTexts.task.dueDate} type="date" error={errors['dueDate']} {...set('dueDate')} />
        <LabelsField
          labels={choices.labels}
          selected={labelIds}
          onChange={(ids) => keepDraft({ ...draft, labelIds: ids })}
        />
        <NewTaskFields
          projectId={projectId}
          values={custom}
          errors={errors}
          onChange={(next) => keepDraft({ ...draft, custom: next })}
        />
      </div>
    </FormDialog>
  );
}

/** The value that each field of the request comes from. */
const SOURCES: Readonly<Record<string, keyof typeof EMPTY>> = { estimatedHours: 'points' };

/** With a template, what was not touched is left to it. */
function withoutUntouched(values: typeof EMPTY, template: Template | undefined, body: PostTask): PostTask {
  if (!template) return body;
  const isTouched = (field: string) => {
    const source = SOURCES[field] ?? (field as keyof typeof EMPTY);
    return !(source in EMPTY) || values[source] !== EMPTY[source];
  };
  const { labelIds, ...others } = body;
  const touched = Object.fromEntries(Object.entries(others).filter(([field]) => isTouched(field)));
  return {
    ...touched,
    projectId: body.projectId,
    templateId: template.id,
    ...(labelIds && labelIds.length > 0 && { labelIds }),
  };
}
