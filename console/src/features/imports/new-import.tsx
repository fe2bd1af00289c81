import { useQuery } from '@tanstack/react-query';
import type { ImportResponse } from 'project-management-sdk';
import { type DragEvent, useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import { Field, TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { cx } from '../../lib/cx.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { imports as words, type Source } from '../../lib/texts/imports.texts.ts';
import { FirstRows, useFirstRows } from './first-rows.tsx';
import { namesIn } from './first-row.ts';
import { AS_ARCHIVED, checkImport, type Columns, USUAL_OPTIONS } from './queries.ts';
import { SheetColumns } from './sheet-columns.tsx';
import { offeredFor, SourceOptions } from './source-options.tsx';

const SOURCES = Object.entries(words.sources) as [Source, { name: string; steps: string[] }][];
const SHEETS: readonly Source[] = ['jira_csv', 'linear_csv', 'asana_csv', 'csv'];
const SHOWN = ['file', 'projectId', 'project.name', 'project.key', 'options.repository', 'options.token'];

/** Asks for what comes from where into which project, and has it checked. */
export function NewImportForm({ onChecked }: { onChecked: (row: ImportResponse) => void }) {
  const [source, setSource] = useState<Source>('jira_csv');
  const [projectId, setProjectId] = useState('');
  const [project, setProject] = useState({ name: '', key: '' });
  const [github, setGitHub] = useState({ repository: '', token: '' });
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState<Columns>({});
  const { data: projects = [] } = useQuery(projectsQuery);
  const [reading, setReading] = useState(USUAL_OPTIONS);
  const rows = useFirstRows(SHEETS.includes(source) ? file : undefined);
  const form = useSubmit(() => {
    const options = Object.fromEntries(offeredFor(source).map((name) => [name, reading[name]]));
    return checkImport({ source, projectId: chosen, project, github, file, columns, options });
  }, onChecked);
  const isGitHub = source === 'github';
  const chosen = source === 'archive' || projectId !== AS_ARCHIVED ? projectId : '';
  const asArchived = source === 'archive' ? [{ value: AS_ARCHIVED, label: words.asArchived }] : [];
  const open = projects.filter(({ status }) => status === 'active');
  return (
    <Form form={form} shown={SHOWN} action={words.check}>
      <Sources
        chosen={source}
        onChoose={(next) => {
          setSource(next);
          if (next === 'archive') setProjectId(AS_ARCHIVED);
        }}
      />
      <SelectField
        label={words.project}
        value={chosen}
        error={form.errors['projectId']}
        onChange={({ target }) => setProjectId(target.value)}
        choices={[
          ...asArchived,
          { value: '', label: words.newProject },
          ...open.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {chosen === '' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={words.name}
            value={project.name}
            error={form.errors['project.name']}
            onChange={({ target }) => setProject({ ...project, name: target.value })}
          />
          <TextField
            label={words.key}
            hint={words.keyHint}
            value={project.key}
            error={form.errors['project.key']}
            onChange={({ target }) => setProject({ ...project, key: target.value.toUpperCase() })}
          />
        </div>
      )}
      {isGitHub && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={words.repository}
            hint={words.repositoryHint}
            value={github.repository}
            error={form.errors['options.repository']}
            onChange={({ target }) => setGitHub({ ...github, repository: target.value })}
          />
          <TextField
            label={words.token}
            hint={words.tokenHint}
            type="password"
            value={github.token}
            error={form.errors['options.token']}
            onChange={({ target }) => setGitHub({ ...github, token: target.value })}
          />
        </div>
      )}
      <FileField
        file={file}
        error={form.errors['file']}
        onChoose={(next) => {
          setFile(next);
          setColumns({});
        }}
      />
      <SourceOptions source={source} options={reading} onChange={setReading} />
      {source === 'csv' && <SheetColumns names={namesIn(rows)} columns={columns} onChange={setColumns} />}
      <FirstRows rows={rows} columns={columns} />
      {form.isBusy && <progress aria-label={words.uploading} className="progress h-1.5 w-full" />}
    </Form>
  );
}

function Sources({ chosen, onChoose }: { chosen: Source; onChoose: (source: Source) => void }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{words.source}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {SOURCES.map(([value, { name }]) => (
          <label key={value} className="control inline-flex items-center gap-2 text-sm">
            <input
              type="radio"
              name="source"
              className="size-4 accent-accent"
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {name}
          </label>
        ))}
      </div>
      <ol className="list-decimal pl-5 text-sm text-muted">
        {words.sources[chosen].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </fieldset>
  );
}

interface FileFieldProps {
  file: File | undefined;
  error: string | undefined;
  onChoose: (file: File | undefined) => void;
}

function FileField({ file, error, onChoose }: FileFieldProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div
      className={cx('rounded-md border border-dashed p-3', isOver ? 'border-accent bg-accent-soft' : 'border-edge')}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field label={words.file} hint={file ? words.dropped(file.name) : words.fileHint} error={error}>
        {(wired) => (
          <input
            type="file"
            accept=".csv,.json,.txt,.zip"
            {...wired}
            className="control text-sm"
            onChange={({ target }) => onChoose(target.files?.[0])}
          />
        )}
      </Field>
    </div>
  );
}
