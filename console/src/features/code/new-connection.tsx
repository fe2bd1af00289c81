import { useQuery } from '@tanstack/react-query';
import type { CreateCodeConnection, CreatedCodeConnectionResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { Modal } from '../../components/modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { client } from '../../lib/api.ts';
import { copyText } from '../../lib/clipboard.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { connections as words, PROVIDERS } from '../../lib/texts/code.texts.ts';

type Provider = CreateCodeConnection['provider'];

const CHOICES = Object.entries(PROVIDERS).map(([value, label]) => ({ value, label }));

interface NewConnectionProps {
  onMade: (id: string) => void;
  onClose: () => void;
}

/** Makes a connection in three steps: the forge, the projects, and what to paste there. */
export function NewConnection({ onMade, onClose }: NewConnectionProps) {
  const [provider, setProvider] = useState<Provider>('github');
  const [name, setName] = useState<string>();
  const [projectIds, choose] = useState<readonly string[]>([]);
  const [isChosen, setChosen] = useState(false);
  const [made, setMade] = useState<CreatedCodeConnectionResponse>();
  const shownName = name ?? PROVIDERS[provider];
  const form = useSubmit(
    async () =>
      isChosen
        ? client.createCodeConnection({ body: { name: shownName, provider, projectIds: [...projectIds] } })
        : undefined,
    (created) => {
      setChosen(true);
      if (!created) return;
      setMade(created);
      onMade(created.id);
    },
  );
  const values = { provider, name, projectIds };
  const restore = (kept: Partial<typeof values>) => {
    setProvider((latest) => kept.provider ?? latest);
    setName((latest) => kept.name ?? latest);
    choose((latest) => kept.projectIds ?? latest);
  };
  if (made) return <ToPaste made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={words.newConnection}
      action={isChosen ? words.create : words.next}
      form={{ ...form, values, restore }}
      shown={[]}
      onClose={onClose}
    >
      <p className="text-muted">{words.stepOf(isChosen ? 2 : 1)}</p>
      {isChosen ? (
        <Projects chosen={projectIds} onChoose={choose} onBack={() => setChosen(false)} />
      ) : (
        <>
          <SelectField
            label={words.forge}
            autoFocus
            choices={CHOICES}
            value={provider}
            onChange={({ target }) => setProvider(target.value as Provider)}
          />
          <TextField label={words.name} value={shownName} onChange={({ target }) => setName(target.value)} />
        </>
      )}
    </FormDialog>
  );
}

interface ProjectsProps {
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  onBack: () => void;
}

function Projects({ chosen, onChoose, onBack }: ProjectsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const turn = (id: string, isOn: boolean) => onChoose(isOn ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <>
      <fieldset className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        <legend className="mb-1 font-medium">{words.projects}</legend>
        <p className="text-sm text-muted">{words.projectsHint}</p>
        {projects.map((project, index) => (
          <Checkbox
            key={project.id}
            label={project.name}
            autoFocus={index === 0}
            checked={chosen.includes(project.id)}
            onChange={({ target }) => turn(project.id, target.checked)}
          />
        ))}
      </fieldset>
      <Button className="self-start" onClick={onBack}>
        {words.back}
      </Button>
    </>
  );
}

/** The address and the secret, and where they belong. */
function ToPaste({ made, onClose }: { made: CreatedCodeConnectionResponse; onClose: () => void }) {
  return (
    <Modal title={words.newConnection} onClose={onClose}>
      <ShownOnce
        label={words.secret}
        value={made.secret}
        warning={words.once}
        copy={words.copySecret}
        copied={words.copiedSecret}
        onDone={onClose}
      >
        <TextField label={words.address} readOnly value={made.url} onFocus={({ target }) => target.select()} />
        <Button className="self-start" onClick={() => void copyText(made.url, words.copiedAddress)}>
          {words.copyAddress}
        </Button>
        <p className="text-sm text-muted">{words.stepOf(3)}</p>
        <p className="text-sm">{words.where[made.provider]}</p>
      </ShownOnce>
    </Modal>
  );
}
