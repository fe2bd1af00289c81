import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { projectsQuery, teamsQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import * as workTexts from '../../lib/texts/work.ts';

const { projects: words } = workTexts;

export function NewProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { data: teams = [] } = useQuery(teamsQuery);
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const [description, setDescription] = useState('');
  const [teamId, setTeam] = useState('');
  const send = () =>
    client.createProject({
      body: { name, key: key || null, description: description || null, teamId: teamId || null },
    });
  const form = useSubmit(send, async (project) => {
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
    onClose();
    await navigate({ to: '/projects/$key/board', params: { key: project.key } });
  });
  return (
    <FormDialog
      title={words.newProject}
      action={words.createProject}
      form={form}
      shown={['name', 'key', 'description', 'teamId']}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        autoFocus
        value={name}
        error={form.errors['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={words.key}
        hint={words.keyHint}
        value={key}
        error={form.errors['key']}
        onChange={({ target }) => setKey(target.value.toUpperCase())}
      />
      <TextArea
        label={words.description}
        value={description}
        error={form.errors['description']}
        onChange={({ target }) => setDescription(target.value)}
      />
      <SelectField
        label={words.team}
        value={teamId}
        error={form.errors['teamId']}
        onChange={({ target }) => setTeam(target.value)}
        choices={[{ value: '', label: words.noTeam }, ...teams.map((team) => ({ value: team.id, label: team.name }))]}
      />
    </FormDialog>
  );
}
