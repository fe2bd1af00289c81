import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { projectsQuery, teamsQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import * as projectsTexts from '../../lib/texts/projects.ts';
import { suggestKey } from './suggest-key.ts';

const { projects: words } = projectsTexts;

const EMPTY = { name: '', key: '', description: '', teamId: '' };

export function NewProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { data: teams = [] } = useQuery(teamsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const [isKeyTyped, setKeyTyped] = useState(false);
  const send = ({ name, key, description, teamId }: typeof EMPTY) =>
    client.createProject({
      body: { name, key: key.toUpperCase() || null, description: description || null, teamId: teamId || null },
    });
  const form = useForm(EMPTY, send, async (project) => {
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
    onClose();
    await navigate({ to: '/projects/$key/board', params: { key: project.key } });
  });
  const keyField = form.field('key');
  // What is suggested is not sent: the service knows the keys of all projects.
  const suggested = suggestKey(
    form.values.name,
    projects.map(({ key }) => key),
  );
  return (
    <FormDialog title={words.newProject} action={words.createProject} form={form} shown={form.names} onClose={onClose}>
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <TextField
        label={words.key}
        hint={words.keyHint}
        {...keyField}
        value={isKeyTyped ? keyField.value.toUpperCase() : suggested}
        onChange={(event) => {
          setKeyTyped(true);
          keyField.onChange(event);
        }}
      />
      <TextArea label={words.description} {...form.field('description')} />
      <SelectField
        label={words.team}
        {...form.field('teamId')}
        choices={[{ value: '', label: words.noTeam }, ...teams.map((team) => ({ value: team.id, label: team.name }))]}
      />
    </FormDialog>
  );
}
