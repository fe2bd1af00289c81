import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm, useSubmit } from '../../components/form.tsx';
import { ListField } from '../../components/list-field.tsx';
import { Avatar } from '../../components/marks.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { passFocus } from '../../components/pass-focus.ts';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../lib/toasts.ts';
import { client, messageOf } from '../../lib/api.ts';
import { type Team, teamsQuery, usersQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: teamsQuery.queryKey });

export function Teams({ isCreating, onClose }: { isCreating: boolean; onClose: () => void }) {
  const { data: teams, error, refetch } = useQuery(teamsQuery);
  const isAdmin = useMay('ADMIN');
  return (
    <div className="flex flex-col gap-3">
      {error && !teams && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!teams && !error && <Skeleton />}
      {teams?.length === 0 && <Empty text={settings.noTeams} next={isAdmin && settings.makeTeam} />}
      {teams?.map((team) => (
        <TeamCard key={team.id} team={team} isAdmin={isAdmin} />
      ))}
      {isCreating && <TeamForm onClose={onClose} />}
    </div>
  );
}

function TeamCard({ team, isAdmin }: { team: Team; isAdmin: boolean }) {
  const [dialog, setDialog] = useState<'add' | 'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  const remove = async (userId: string) => {
    await client
      .removeTeamMember({ path: { id: team.id, userId } })
      .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await refresh();
  };
  return (
    <article aria-label={team.name} className="panel flex flex-col gap-2 p-4">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate font-semibold">{team.name}</h2>
        <span className="text-xs text-muted">{settings.countPeople(team.members.length)}</span>
        {isAdmin && (
          <span className="ml-auto flex gap-1">
            <Button data-adds onClick={() => setDialog('add')}>
              <Plus size={14} aria-hidden />
              {settings.addPerson}
            </Button>
            <ActionsMenu
              of={team.name}
              entries={() => [
                { text: texts.common.edit, run: () => setDialog('edit') },
                { text: texts.common.delete, isDangerous: true, run: () => setDialog('delete') },
              ]}
            />
          </span>
        )}
      </div>
      {team.description && <p className="text-muted">{team.description}</p>}
      {team.members.length === 0 && <p className="text-sm text-muted">{settings.noPeople}</p>}
      <ul className="flex flex-wrap gap-2">
        {team.members.map(({ id, name }) => (
          <li key={id} className="inline-flex items-center gap-1.5 rounded-full border border-line pl-1.5">
            <Avatar name={name} />
            <span className="text-sm">{name}</span>
            {isAdmin ? (
              <IconButton ref={passFocus} label={settings.remove(name)} onClick={() => void remove(id)}>
                <X size={12} aria-hidden />
              </IconButton>
            ) : (
              <span className="w-1.5" />
            )}
          </li>
        ))}
      </ul>
      {dialog === 'add' && <AddPerson team={team} onClose={close} />}
      {dialog === 'edit' && <TeamForm team={team} onClose={close} />}
      {dialog === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={settings.deleteTeam(team.name)}
          onClose={close}
          onConfirm={() => client.deleteTeam({ path: { id: team.id } }).then(refresh)}
        />
      )}
    </article>
  );
}

function AddPerson({ team, onClose }: { team: Team; onClose: () => void }) {
  const { data: users = [] } = useQuery(usersQuery);
  const people = users
    .filter(({ id, active }) => active && team.members.every((member) => member.id !== id))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const [userId, choose] = useState('');
  const form = useSubmit(
    () => client.addTeamMember({ path: { id: team.id }, body: { userId } }),
    () => {
      void refresh();
      onClose();
    },
  );
  return (
    <FormDialog
      title={settings.addPerson}
      action={settings.addPerson}
      form={form}
      shown={[]}
      isIncomplete={userId === ''}
      onClose={onClose}
    >
      <ListField
        label={settings.person}
        autoFocus
        value={userId}
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={choose}
      />
    </FormDialog>
  );
}

function TeamForm({ team, onClose }: { team?: Team; onClose: () => void }) {
  const initial = { name: team?.name ?? '', description: team?.description ?? '' };
  const send = ({ name, description }: typeof initial) => {
    const body = { name, description: description || null };
    return team ? client.updateTeam({ path: { id: team.id }, body }) : client.createTeam({ body });
  };
  const form = useForm(initial, send, () => {
    void refresh();
    onClose();
  });
  return (
    <FormDialog
      title={team ? texts.common.edit : settings.newTeam}
      action={team ? texts.common.save : settings.createTeam}
      form={form}
      shown={form.names}
      onClose={onClose}
    >
      <TextField label={settings.name} autoFocus {...form.field('name')} />
      <TextArea label={settings.description} {...form.field('description')} />
    </FormDialog>
  );
}
