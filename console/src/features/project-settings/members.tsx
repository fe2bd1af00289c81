import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import type { ProjectMemberRole } from 'project-management-sdk';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { Avatar } from '../../components/marks.tsx';
import { passFocus } from '../../components/pass-focus.ts';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { showToast } from '../../lib/toasts.ts';
import { client, messageOf } from '../../lib/api.ts';
import type { Project } from '../../lib/model.ts';
import { usersQuery } from '../../lib/queries.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import * as settingsTexts from '../../lib/texts/project-settings.texts.ts';

const { projectSettings: words } = settingsTexts;

const ROLES = [
  { value: 'member', label: words.roles.member },
  { value: 'lead', label: words.roles.lead },
];

const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => client.getProject({ path: { id }, signal }),
    ...UNEVENTFUL,
  });

export function Members({ project, mayWrite }: { project: Project; mayWrite: boolean }) {
  const query = projectQuery(project.id);
  const read = useQuery(query);
  const [isAdding, setAdding] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const write = async (request: Promise<unknown>) => {
    await request.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await refresh();
  };
  const present = read.data?.members;
  const setRole = (userId: string, role: ProjectMemberRole) =>
    void write(client.setProjectMember({ path: { id: project.id, userId }, body: { role } }));
  return (
    <Section
      title={words.members}
      {...(present && { count: present.length })}
      actions={
        mayWrite &&
        present && (
          <Button data-adds onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden />
            {words.addMember}
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">{words.membersHint}</p>
      <Read query={read}>
        {({ members }) => (
          <ul className="panel divide-y divide-line">
            {members.map(({ id, name, role }) => (
              <li key={id} className="flex items-center gap-2 px-3 py-1.5">
                <Avatar name={name} />
                <span className="min-w-0 grow truncate">{name}</span>
                <select
                  aria-label={words.roleOf(name)}
                  disabled={!mayWrite}
                  value={role}
                  onChange={({ target }) => setRole(id, target.value as ProjectMemberRole)}
                  className="field control w-28"
                >
                  {ROLES.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
                {mayWrite && (
                  <IconButton
                    ref={passFocus}
                    label={words.remove(name)}
                    onClick={() => void write(client.removeProjectMember({ path: { id: project.id, userId: id } }))}
                  >
                    <X size={14} aria-hidden />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Read>
      {isAdding && (
        <AddMember
          projectId={project.id}
          present={present?.map(({ id }) => id) ?? []}
          onDone={() => void refresh()}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

interface AddMemberProps {
  projectId: string;
  present: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

function AddMember({ projectId, present, onDone, onClose }: AddMemberProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const people = users.filter(({ id, active }) => active && !present.includes(id));
  const [chosen, choose] = useState('');
  const [role, setRole] = useState<ProjectMemberRole>('member');
  const userId = chosen || (people[0]?.id ?? '');
  const form = useSubmit(
    () => client.setProjectMember({ path: { id: projectId, userId }, body: { role } }),
    () => {
      onDone();
      onClose();
    },
  );
  return (
    <FormDialog
      title={words.addMember}
      action={words.addMember}
      form={form}
      shown={[]}
      isIncomplete={userId === ''}
      onClose={onClose}
    >
      <SelectField
        label={words.person}
        autoFocus
        value={userId}
        onChange={({ target }) => choose(target.value)}
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        label={words.role}
        value={role}
        onChange={({ target }) => setRole(target.value as ProjectMemberRole)}
        choices={ROLES}
      />
    </FormDialog>
  );
}
