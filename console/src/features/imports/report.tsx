import { useQuery } from '@tanstack/react-query';
import type { ImportResponse } from 'project-management-sdk';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/screen.tsx';
import { Table } from '../../components/table.tsx';
import { type CustomField, fieldsQuery } from '../../lib/fields.ts';
import { showNumber } from '../../lib/figures.ts';
import { isSameName } from '../../lib/fits.ts';
import { lanesQuery, usersQuery } from '../../lib/queries.ts';
import { fieldSettings as fieldWords } from '../../lib/texts/field-settings.texts.ts';
import { imports as words } from '../../lib/texts/imports.texts.ts';
import { Meaning } from './meaning.tsx';
import { chooseMeaning, LONGEST_NAME, makeLanes, makesLane } from './queries.ts';

type Report = NonNullable<ImportResponse['report']>;

/** An import with its report. */
interface Reported {
  row: ImportResponse;
  report: Report;
}

const TYPES = Object.keys(fieldWords.types) as CustomField['type'][];

const INVITE = 'invite';

/** How many tasks a start would write, or has written. */
export const countOf = ({ counts: { tasks } }: Report): number => (tasks?.created ?? 0) + (tasks?.updated ?? 0);

/** What comes of the file, and, before the start, what its names become by choice. */
export function ImportReport({ row, report }: Reported) {
  const { tasks } = report.counts;
  return (
    <>
      <p className="text-sm">{words.outcome(tasks?.created ?? 0, tasks?.updated ?? 0, tasks?.unchanged ?? 0)}</p>
      {report.kept.length > 0 && <Kept kept={report.kept} />}
      <People row={row} report={report} />
      <Statuses row={row} report={report} />
      {report.priorities.length > 0 && <Priorities row={row} report={report} />}
      <Fields row={row} report={report} />
      <Problems report={report} />
    </>
  );
}

function People({ row, report: { people } }: Reported) {
  const { data: users = [] } = useQuery(usersQuery);
  const nobody = { value: '', label: words.nobody };
  const known = users.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name }));
  const invite = { value: INVITE, label: words.inviting };
  return (
    <Section title={words.people}>
      <Table
        name={words.people}
        none={words.noPeople}
        rows={people}
        keyOf={({ externalId, name }) => externalId ?? name}
        columns={[
          { name: words.person, cell: ({ name }) => name },
          { name: words.email, cell: ({ email }) => email ?? '–' },
          {
            name: words.here,
            cell: ({ name, externalId, email, userId }) => {
              const key = externalId ?? name;
              const chosen = row.mapping.people?.[key] ?? row.mapping.people?.[name];
              return (
                <Meaning
                  row={row}
                  label={words.hereOf(name)}
                  value={chosen === INVITE ? INVITE : (userId ?? '')}
                  choices={[nobody, ...(email === null ? [] : [invite]), ...known]}
                  onChoose={(to) => chooseMeaning(row, 'people', key, to || null)}
                />
              );
            },
          },
          { name: words.tasks, cell: ({ tasks }) => showNumber(tasks), isRight: true },
        ]}
      />
    </Section>
  );
}

/** Before the name of a lane that the start makes, in a choice. */
const NEW_LANE = 'lane:';

function Statuses({ row, report: { statuses } }: Reported) {
  const { data: lanes = [] } = useQuery(lanesQuery);
  const choicesFor = (...texts: string[]) => [
    ...lanes.map((lane) => ({ value: lane, label: lane })),
    ...[...new Set(texts)]
      .filter((text) => !lanes.some((lane) => isSameName(lane, text)))
      .flatMap((text) => [
        { value: text, label: words.keepText(text) },
        { value: NEW_LANE + text, label: words.newLane(text) },
      ]),
  ];
  const missing = statuses.filter(({ name, isLane }) => !isLane && !makesLane(row, name));
  const choose = (name: string, to: string) =>
    chooseMeaning(row, 'statuses', name, to.startsWith(NEW_LANE) ? { lane: to.slice(NEW_LANE.length) } : to);
  return (
    <Section
      title={words.statuses}
      actions={
        row.state === 'checked' &&
        missing.length > 0 && (
          <Button onClick={() => void makeLanes(row, missing)}>{words.makeLanes(missing.length)}</Button>
        )
      }
    >
      <Table
        name={words.statuses}
        none={words.noStatuses}
        rows={statuses}
        keyOf={({ name, category, lane }) => `${category} ${lane} ${name}`}
        columns={[
          { name: words.status, cell: ({ name }) => name },
          {
            name: words.becomes,
            cell: ({ name, lane, isLane }) => (
              <Meaning
                row={row}
                label={words.becomesOf(name)}
                value={!isLane && makesLane(row, name) ? NEW_LANE + lane : lane}
                choices={choicesFor(name, lane)}
                onChoose={(to) => choose(name, to)}
              />
            ),
          },
          { name: words.tasks, cell: ({ tasks }) => showNumber(tasks), isRight: true },
        ]}
      />
    </Section>
  );
}

const PRIORITIES = ['None', 'Low', 'Medium', 'High', 'Urgent'].map((value) => ({ value, label: value }));

function Priorities({ row, report: { priorities } }: Reported) {
  return (
    <Section title={words.priorities}>
      <Table
        name={words.priorities}
        rows={priorities}
        keyOf={({ name }) => name}
        columns={[
          { name: words.priority, cell: ({ name }) => name },
          {
            name: words.becomes,
            cell: ({ name, priority }) => (
              <Meaning
                row={row}
                label={words.becomesOf(name)}
                value={priority}
                choices={PRIORITIES}
                onChoose={(to) => chooseMeaning(row, 'priorities', name, to)}
              />
            ),
          },
          { name: words.tasks, cell: ({ tasks }) => showNumber(tasks), isRight: true },
        ]}
      />
    </Section>
  );
}

/** Before what a column becomes, in a choice: a field that is there, or the type of a new one. */
const FIELD = 'field:';
const NEW_FIELD = 'new:';
const SKIP = 'skip';
const LINE = 'description';

type ReportedField = Report['fields'][number];

function Fields({ row, report: { fields } }: Reported) {
  const { data: own = [] } = useQuery(fieldsQuery);
  const known = own.filter(({ archived }) => !archived);
  const choices = [
    { value: SKIP, label: words.noPlace },
    { value: LINE, label: words.lineOfDescription },
    ...known.map(({ id, name }) => ({ value: FIELD + id, label: name })),
  ];
  /** The type that all values fit comes first. */
  const choicesFor = ({ proposed }: ReportedField) => [
    ...choices,
    ...TYPES.toSorted((one, other) => Number(other === proposed) - Number(one === proposed)).map((type) => ({
      value: NEW_FIELD + type,
      label: words.newField(fieldWords.types[type]),
    })),
  ];
  const chosenFor = ({ name, becomes }: ReportedField): string => {
    const chosen = row.mapping.fields?.[name];
    if (typeof chosen === 'string') return chosen;
    if (chosen && 'create' in chosen) return NEW_FIELD + chosen.create.type;
    if (!chosen && becomes === LINE) return LINE;
    const found = chosen ? chosen.field : known.find((field) => field.name === becomes)?.id;
    return found === undefined ? SKIP : FIELD + found;
  };
  const choose = (name: string, to: string) => {
    const type = TYPES.find((one) => NEW_FIELD + one === to);
    const field = to.startsWith(FIELD) ? { field: to.slice(FIELD.length) } : to === LINE ? LINE : SKIP;
    return chooseMeaning(row, 'fields', name, type ? { create: { name: name.slice(0, LONGEST_NAME), type } } : field);
  };
  return (
    <Section title={words.fields}>
      <Table
        name={words.fields}
        rows={fields}
        keyOf={({ name }) => name}
        columns={[
          { name: words.field, cell: ({ name }) => name },
          {
            name: words.becomes,
            cell: (field) =>
              field.proposed ? (
                <Meaning
                  row={row}
                  label={words.becomesOf(field.name)}
                  value={chosenFor(field)}
                  choices={choicesFor(field)}
                  onChoose={(to) => choose(field.name, to)}
                />
              ) : field.becomes === null ? (
                words.noPlace
              ) : (
                words.fieldName(field.becomes)
              ),
          },
          { name: words.values, cell: ({ values }) => showNumber(values), isRight: true },
        ]}
      />
    </Section>
  );
}

function Problems({ report: { problems, problemsTotal } }: { report: Report }) {
  return (
    <Section title={words.problems} count={problemsTotal}>
      <Table
        name={words.problems}
        none={words.noProblems}
        rows={problems.map((problem, index) => ({ ...problem, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { name: words.row, cell: ({ row }) => row ?? '–' },
          { name: words.item, cell: ({ externalId }) => externalId ?? '–' },
          { name: words.field, cell: ({ field }) => (field === null ? '–' : words.fieldName(field)) },
          { name: words.problem, cell: ({ message }) => words.problemText(message) },
        ]}
      />
      {problems.length < problemsTotal && (
        <p className="text-xs text-muted">
          {words.moreProblems(showNumber(problems.length), showNumber(problemsTotal))}
        </p>
      )}
    </Section>
  );
}

function Kept({ kept }: Pick<Report, 'kept'>) {
  return (
    <Section title={words.kept}>
      <Table
        name={words.kept}
        rows={kept}
        keyOf={({ id }) => id}
        columns={[
          { name: words.thing, cell: ({ kind, tid }) => tid ?? words.things[kind] ?? kind },
          { name: words.reason, cell: ({ reason }) => reason },
        ]}
      />
    </Section>
  );
}
