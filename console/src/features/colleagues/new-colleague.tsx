import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CreateVirtualColleague } from 'project-management-sdk';
import { useState } from 'react';
import { Checkbox } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { PREVIEW } from './preview-address.ts';
import { presetsQuery, refreshColleagues } from './queries.ts';
import { RoleAvatar } from '../../components/role-avatar.tsx';
import { ownZone } from '../../lib/zones.ts';
import { SCHEDULE_FIELDS, ScheduleFields } from './schedule-fields.tsx';

/** What a colleague made here says at most. */
const LIMITS = { perRun: 200, perDay: 1_000, perPersonPerDay: 20 };

/** It sees the projects that it names, and no others. */
const CUSTOMER = 'customer';

/** Begins with the nine roles, and what each does; ends with what it would say. */
export function NewColleague({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { data: presets = [] } = useQuery(presetsQuery);
  const [role, setRole] = useState('scrum_master');
  const [projectIds, setProjectIds] = useState<readonly string[]>([]);
  const [name, setName] = useState('');
  const [chat, setChat] = useState('');
  const [schedule, setSchedule] = useState({ frequency: 'weekdays', time: '09:00', timezone: ownZone() });
  const send = () =>
    client.createColleague({
      body: {
        name,
        role,
        ...(role === CUSTOMER && { projectIds }),
        schedule,
        settings: { limits: LIMITS },
        notifications: { inbox: true, ...(chat && { chat: { webhookUrl: chat } }) },
      } as CreateVirtualColleague,
    });
  const form = useSubmit(send, async ({ id }) => {
    await refreshColleagues();
    onClose();
    await navigate({ to: '/colleagues/$id', params: { id }, search: PREVIEW });
  });
  const { errors } = form;
  const restore = (kept: { name?: string }) => setName(kept.name ?? '');
  return (
    <FormDialog
      title={words.newColleague}
      action={words.createColleague}
      form={{ ...form, values: { name }, restore }}
      shown={['name', 'projectIds', ...SCHEDULE_FIELDS, 'notifications.chat.webhookUrl']}
      size="lg"
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-sm font-medium">{words.role}</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {presets.map((preset) => (
            <label
              key={preset.role}
              className="flex items-start gap-2 rounded-md border border-line p-2 has-checked:border-accent-text has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="role"
                value={preset.role}
                checked={role === preset.role}
                autoFocus={role === preset.role}
                onChange={() => setRole(preset.role)}
                aria-label={preset.name}
                aria-describedby={`focus-${preset.role}`}
                className="mt-0.5 size-4 accent-accent"
              />
              <span className="flex min-w-0 grow flex-col">
                <span className="text-sm font-medium">{preset.name}</span>
                <span id={`focus-${preset.role}`} className="text-xs text-muted">
                  {preset.focus}
                </span>
              </span>
              <RoleAvatar role={preset.role} />
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={words.name}
        value={name}
        error={errors['name']}
        onChange={({ target }) => setName(target.value)}
      />
      {role === CUSTOMER && <ProjectChoice chosen={projectIds} error={errors['projectIds']} onChange={setProjectIds} />}
      <ScheduleFields values={schedule} errors={errors} onChange={setSchedule} />
      <TextField
        label={words.chat}
        hint={words.chatHint}
        type="url"
        value={chat}
        error={errors['notifications.chat.webhookUrl']}
        onChange={({ target }) => setChat(target.value)}
      />
    </FormDialog>
  );
}

interface ProjectChoiceProps {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (ids: readonly string[]) => void;
}

function ProjectChoice({ chosen, error, onChange }: ProjectChoiceProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={error && PROJECTS_ERROR}>
      <legend className="pb-1 text-sm font-medium">{words.projects}</legend>
      <div className="scroll-thin flex max-h-40 flex-col overflow-y-auto rounded-md border border-line px-2 py-1">
        {projects.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
      {error && (
        <p id={PROJECTS_ERROR} className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const PROJECTS_ERROR = 'new-colleague-projects-error';
