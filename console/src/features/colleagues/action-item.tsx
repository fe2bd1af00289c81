import type { ColleagueActivityResponse } from 'project-management-sdk';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Badge } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { showDue } from '../../lib/format.ts';
import { useMay } from '../../lib/queries.ts';
import { activity as words, preview, rules } from '../../lib/texts/colleague-rules.texts.ts';
import { colleagues } from '../../lib/texts/colleagues.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { refreshColleagues } from './queries.ts';
import { TaskById } from './task-by-id.tsx';

/** The rule of summaries, which nobody judges. */
const DIGEST = 'digest';

interface ActionItemProps {
  colleagueId: string;
  action: ColleagueActivityResponse;
}

/** Something that was said or held back, why, and what people think of it. */
export function ActionItem({ colleagueId, action }: ActionItemProps) {
  const { rule, status, held, why, taskId, message, suggestion } = action;
  const [isOpen, setOpen] = useState(false);
  const facts = useId();
  const hasFacts = why !== null && Object.keys(why).length > 0;
  const mayJudge = useMay('MEMBER') && status !== 'held' && rule !== DIGEST;
  return (
    <li className="flex flex-col gap-1 rounded-lg rounded-tl-sm bg-sunken px-3 py-2 text-sm">
      <span className="break-words whitespace-pre-wrap">{message}</span>
      {suggestion !== null && <span className="break-words text-muted">{suggestion}</span>}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span>{rules.nameOf(rule)}</span>
        {status === 'failed' && <Badge tone="danger">{colleagues.failed}</Badge>}
        {held !== null && <Badge tone="warning">{`${preview.heldLabel}: ${preview.held[held] ?? held}`}</Badge>}
        {taskId && <TaskById id={taskId} />}
        <span className="ml-auto flex flex-wrap items-center gap-1">
          {mayJudge && <Judgement colleagueId={colleagueId} action={action} />}
          {hasFacts && (
            <Button
              look="quiet"
              className="text-xs"
              aria-expanded={isOpen}
              aria-controls={isOpen ? facts : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {words.why}
            </Button>
          )}
        </span>
      </div>
      {isOpen && hasFacts && <Facts id={facts} why={why} />}
    </li>
  );
}

function Judgement({ colleagueId, action: { id, feedback } }: ActionItemProps) {
  const judge = async (useful: boolean) => {
    await client
      .giveColleagueFeedback({ path: { id: colleagueId, activityId: id }, body: { useful } })
      .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await refreshColleagues();
  };
  const choices = [
    { useful: true, text: words.useful, count: feedback.useful },
    { useful: false, text: words.notUseful, count: feedback.notUseful },
  ];
  return choices.map(({ useful, text, count }) => (
    <Button
      key={text}
      look="quiet"
      className="text-xs aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
      aria-pressed={feedback.mine === useful}
      onClick={() => void judge(useful)}
    >
      {text}
      {count > 0 && <span aria-hidden>{showNumber(count)}</span>}
    </Button>
  ));
}

type Why = NonNullable<ColleagueActivityResponse['why']>;

function Facts({ id, why }: { id: string; why: Why }) {
  const shown = Object.entries(why).map(([name, value]): [string, string] => [
    words.facts[name] ?? name,
    textOf(name, value),
  ]);
  return (
    <dl id={id} className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-0.5 border-t border-line pt-1 text-xs">
      {shown.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(name: string, value: Why[keyof Why]): string {
  if (typeof value === 'number') return showNumber(value);
  if (typeof value === 'string') return name === 'due' ? showDue(value) : value;
  return value ? words.threshold(colleagues.fields[value.name.split('.')[1] ?? ''] ?? value.name, value.value) : '';
}
