import { useQuery } from '@tanstack/react-query';
import type { AuthorizationRequestResponse } from 'project-management-sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/choice-fields.tsx';
import { Note } from '../../components/states.tsx';
import { agentsQuery } from '../../components/work/agents-query.ts';
import { client, messageOf } from '../../lib/api.ts';
import { projectsQuery, useMay, useUser } from '../../lib/queries.ts';
import { connections as words } from '../../lib/texts/connections.texts.ts';

const READ = 'projects';
const WRITE = 'projects projects:write';

interface ConsentFormProps {
  search: string;
  request: AuthorizationRequestResponse;
  onDone: (redirect: string) => void;
}

/** What the reader lets the app do. */
export function ConsentForm({ search, request, onDone }: ConsentFormProps) {
  const [isForAll, setForAll] = useState(true);
  const [projectIds, setProjectIds] = useState<readonly string[]>([]);
  const [scope, setScope] = useState(request.scope);
  const [colleagueId, setColleagueId] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const answer = async (allow: boolean) => {
    setBusy(true);
    setProblem(undefined);
    const chosen = { scope, projectIds: isForAll ? null : [...projectIds], ...(colleagueId && { colleagueId }) };
    try {
      const body = { request: search, allow, ...(allow && chosen) };
      onDone((await client.answerAuthorizationRequest({ body })).redirect);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(true);
      }}
    >
      <Choices name={words.projects}>
        <Radio group="projects" label={words.all} isOn={isForAll} onChoose={() => setForAll(true)} />
        <Radio group="projects" label={words.chosen} isOn={!isForAll} onChoose={() => setForAll(false)} />
        {!isForAll && <ChosenProjects ids={projectIds} onChange={setProjectIds} />}
      </Choices>
      <Choices name={words.access}>
        <Radio group="access" label={words.read} isOn={scope === READ} onChoose={() => setScope(READ)} />
        <Radio
          group="access"
          label={words.write}
          isOn={scope === WRITE}
          isDisabled={request.scope === READ}
          onChoose={() => setScope(WRITE)}
        />
      </Choices>
      <Identity colleagueId={colleagueId} onChange={setColleagueId} />
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <div className="flex justify-end gap-2">
        <Button isBusy={isBusy} onClick={() => void answer(false)}>
          {words.deny}
        </Button>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={!isForAll && projectIds.length === 0}>
          {words.allow}
        </Button>
      </div>
    </form>
  );
}

function ChosenProjects({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  return (
    <div className="flex max-h-60 flex-col overflow-y-auto pl-6">
      {projects.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={ids.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((other) => other !== id))}
        />
      ))}
    </div>
  );
}

/** Only administrators have agents act. */
function Identity({
  colleagueId,
  onChange,
}: {
  colleagueId: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const user = useUser();
  const mayChoose = useMay('ADMIN');
  const { data: agents = [] } = useQuery({ ...agentsQuery, enabled: mayChoose });
  return (
    <Choices name={words.as}>
      <Radio
        group="as"
        label={words.you(user?.name ?? '')}
        isOn={colleagueId === undefined}
        onChoose={() => onChange(undefined)}
      />
      {agents.map(({ id, name }) => (
        <Radio key={id} group="as" label={name} isOn={colleagueId === id} onChoose={() => onChange(id)} />
      ))}
    </Choices>
  );
}

function Choices({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div role="radiogroup" aria-label={name} className="flex flex-col gap-1">
      <p className="text-sm font-semibold" aria-hidden>
        {name}
      </p>
      {children}
    </div>
  );
}

function Radio({
  group,
  label,
  isOn,
  isDisabled = false,
  onChoose,
}: {
  group: string;
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="control inline-flex items-center gap-2 text-sm">
      <input
        type="radio"
        name={group}
        checked={isOn}
        disabled={isDisabled}
        onChange={onChoose}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
}
