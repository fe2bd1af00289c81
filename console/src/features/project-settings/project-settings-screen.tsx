import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { Form, FormNote, useForm, useSubmit } from '../../components/form.tsx';
import { ProjectNav } from '../../components/project-nav.tsx';
import { Read } from '../../components/read.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { Note } from '../../components/states.tsx';
import { showToast } from '../../lib/toasts.ts';
import { client } from '../../lib/api.ts';
import type { Project } from '../../lib/model.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { teamsQuery, useMay, useMayWrite } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import * as settingsTexts from '../../lib/texts/project-settings.texts.ts';
import { Recurrences } from '../../components/recurrences/recurrence-table.tsx';
import { Templates } from '../../components/templates/template-table.tsx';
import { Members } from './members.tsx';
import { Watch } from './watch.tsx';

const { projectSettings: words } = settingsTexts;

const refresh = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === 'projects' || kind === 'project' });

export function ProjectSettingsScreen() {
  const project = useThisProject();
  const mayWrite = useMayWrite(project);
  const isAdmin = useMay('ADMIN');
  const { hash } = useLocation();
  return (
    <Screen title={words.title} of={project.name} bar={<ProjectNav />}>
      <div className="flex w-full max-w-2xl flex-col gap-8 p-4">
        {project.status === 'archived' && <Note tone="warning">{words.archived}</Note>}
        <General key={project.id} project={project} mayWrite={mayWrite} />
        <Watch projectId={project.id} />
        <Members project={project} mayWrite={mayWrite} />
        <Templates projectId={project.id} mayWrite={mayWrite} />
        <Recurrences projectId={project.id} mayWrite={mayWrite} wanted={hash} />
        {isAdmin && <Danger project={project} />}
      </div>
    </Screen>
  );
}

function General({ project, mayWrite }: { project: Project; mayWrite: boolean }) {
  const teamsRead = useQuery(teamsQuery);
  const initial = { name: project.name, description: project.description ?? '', teamId: project.teamId ?? '' };
  const send = ({ name, description, teamId }: typeof initial) => {
    const body = { name, description: description || null, teamId: teamId || null };
    return client.updateProject({ path: { id: project.id }, body });
  };
  const form = useForm(initial, send, () => {
    void refresh();
    showToast(words.saved);
  });
  return (
    <Section title={words.general}>
      <Form form={form} shown={form.names} action={mayWrite ? texts.common.save : undefined}>
        <TextField label={words.name} disabled={!mayWrite} {...form.field('name')} />
        <TextArea label={words.description} disabled={!mayWrite} {...form.field('description')} />
        <Read query={teamsRead}>
          {(teams) => (
            <SelectField
              label={words.team}
              disabled={!mayWrite}
              {...form.field('teamId')}
              choices={[
                { value: '', label: words.noTeam },
                ...teams.map((team) => ({ value: team.id, label: team.name })),
              ]}
            />
          )}
        </Read>
      </Form>
    </Section>
  );
}

type Step = 'archive' | 'unarchive' | 'delete';

function Danger({ project }: { project: Project }) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>();
  const path = { id: project.id };
  const isArchived = project.status === 'archived';
  const unarchive = useSubmit(() => client.unarchiveProject({ path }), refresh);
  return (
    <Section title={words.danger}>
      <FormNote {...unarchive} shown={[]} />
      <div className="flex flex-wrap gap-2">
        {isArchived ? (
          <Button isBusy={unarchive.isBusy} onClick={() => void unarchive.submit()}>
            {words.unarchive}
          </Button>
        ) : (
          <Button onClick={() => setStep('archive')}>{words.archive}</Button>
        )}
        <Button look="danger" onClick={() => setStep('delete')}>
          {words.delete}
        </Button>
      </div>
      {step === 'archive' && (
        <Confirm
          action={words.archive}
          question={words.archiveQuestion(project.name)}
          isDangerous={false}
          onClose={() => setStep(undefined)}
          onConfirm={() => client.archiveProject({ path }).then(refresh)}
        />
      )}
      {step === 'delete' && (
        <Confirm
          action={words.delete}
          question={words.deleteQuestion(project.name, texts.common.tasks(project.taskCount))}
          onClose={() => setStep(undefined)}
          onConfirm={async () => {
            await client.deleteProject({ path });
            await navigate({ to: '/projects' });
            await refresh();
          }}
        />
      )}
    </Section>
  );
}
