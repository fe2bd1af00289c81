import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { projectsQuery, teamsQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import * as projectsTexts from '../../lib/texts/projects.texts.ts';

const { projects: words } = projectsTexts;

const EMPTY = { name: '', key: '', description: '', teamId: '' };

export function NewProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { data: teams = [] } = useQuery(teamsQuery);
  const send = ({ name, key, description, teamId }: typeof EMPTY) =>
    client.createProject({
      body: { name, key: key.toUpperCase() || null, description: description || null, teamId: teamId || null },
    });
  const form = useForm(EMPTY, send, async (project) => {
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
    onClose();
    await navigate({ to: '/projects/$key/board', params: { key: project.key } });
  });
  return (
    <FormDialog title={words.newProject} action={words.createProject} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <TextField label={words.key} hint={words.keyHint} {...form.field('key')} value={form.values.key.toUpperCase()} />
      <TextArea label={words.description} {...form.field('description')} />
      <SelectField
        label={words.team}
        {...form.field('teamId')}
        choices={[{ value: '', label: words.noTeam }, ...teams.map((team) => ({ value: team.id, label: team.name }))]}
      />
    </FormDialog>
  );
}
