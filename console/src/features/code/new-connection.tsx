import { useQuery } from '@tanstack/react-query';
import type { CreateCodeConnection, CreatedCodeConnectionResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { DialogBody, DialogFoot, Modal } from '../../components/modal.tsx';
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
  const [isChosen, setChosen] = useState(false);
  const [made, setMade] = useState<CreatedCodeConnectionResponse>();
  const shownName = name ?? PROVIDERS[provider];
  if (made) return <ToPaste made={made} onClose={onClose} />;
  if (isChosen) {
    const finish = (created: CreatedCodeConnectionResponse) => {
      setMade(created);
      onMade(created.id);
    };
    return (
      <Projects
        provider={provider}
        name={shownName}
        onMade={finish}
        onBack={() => setChosen(false)}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal title={words.newConnection} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChosen(true);
        }}
      >
        <DialogBody>
          <p className="text-muted">{words.stepOf(1)}</p>
          <SelectField
            label={words.forge}
            autoFocus
            choices={CHOICES}
            value={provider}
            onChange={({ target }) => setProvider(target.value as Provider)}
          />
          <TextField label={words.name} value={shownName} onChange={({ target }) => setName(target.value)} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <Button look="primary" type="submit">
            {words.next}
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  );
}

interface ProjectsProps {
  provider: Provider;
  name: string;
  onMade: (made: CreatedCodeConnectionResponse) => void;
  onBack: () => void;
  onClose: () => void;
}

function Projects({ provider, name, onMade, onBack, onClose }: ProjectsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const [chosen, choose] = useState<readonly string[]>([]);
  const send = () => client.createCodeConnection({ body: { name, provider, projectIds: [...chosen] } });
  const form = useForm({}, send, onMade);
  const turn = (id: string, isOn: boolean) => choose(isOn ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <FormDialog
      title={words.newConnection}
      action={words.create}
      form={form}
      shown={[]}
      onClose={onClose}
      onCancel={onClose}
    >
      <p className="text-muted">{words.stepOf(2)}</p>
      <fieldset className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        <legend className="mb-1 font-medium">{words.projects}</legend>
        <p className="text-sm text-muted">{words.projectsHint}</p>
        {projects.map((project) => (
          <Checkbox
            key={project.id}
            label={project.name}
            checked={chosen.includes(project.id)}
            onChange={({ target }) => turn(project.id, target.checked)}
          />
        ))}
      </fieldset>
      <Button className="self-start" onClick={onBack}>
        {words.back}
      </Button>
    </FormDialog>
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
