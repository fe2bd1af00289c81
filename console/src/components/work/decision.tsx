import { type SyntheticEvent, useState } from 'react';
import { client, messageOf } from '../../lib/api.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { useMay } from '../../lib/queries.ts';
import { agentWork as words } from '../../lib/texts/agent-work.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../button.tsx';
import { TextArea } from '../field.tsx';
import { FormNote, useForm, useSubmit } from '../form.tsx';
import { refreshWork, type Work } from './work-queries.ts';

type Waiting = Pick<Work, 'id' | 'state' | 'question'>;

const ReturnDialog = overlay(() => import('./return-dialog.tsx'));

const done = (text: string) => () => {
  showToast(text);
  void refreshWork();
};

/** What a person says to a work that waits for one: an answer, or whether it is good. */
export function Decision({ work }: { work: Waiting }) {
  const mayDecide = useMay('MEMBER');
  if (work.state === 'asking') return <Question work={work} mayAnswer={mayDecide} />;
  return work.state === 'submitted' && mayDecide ? <Review id={work.id} /> : null;
}

function Question({ work: { id, question }, mayAnswer }: { work: Waiting; mayAnswer: boolean }) {
  const form = useForm(
    { text: '' },
    ({ text }) => client.answerWork({ path: { id }, body: { text } }),
    () => {
      form.clear();
      done(words.answered)();
    },
  );
  const choice = useState<string>();
  if (!question) return null;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium break-words whitespace-pre-wrap">{question.text}</p>
      {mayAnswer && question.options.length > 0 && <Options id={id} options={question.options} chosen={choice} />}
      {mayAnswer && (
        <form noValidate className="flex flex-col gap-2" onSubmit={(event: SyntheticEvent) => void form.submit(event)}>
          <TextArea label={words.answer} rows={2} {...form.field('text')} />
          <FormNote {...form} shown={form.names} />
          <Button
            type="submit"
            look="primary"
            className="self-start"
            isBusy={form.isBusy}
            disabled={form.values.text.trim() === ''}
          >
            {words.answer}
          </Button>
        </form>
      )}
    </div>
  );
}

interface OptionsProps {
  id: string;
  options: readonly string[];
  chosen: [string | undefined, (option: string | undefined) => void];
}

/** Each is an answer by itself. */
function Options({ id, options, chosen: [chosen, choose] }: OptionsProps) {
  const answer = async (text: string) => {
    choose(text);
    await client
      .answerWork({ path: { id }, body: { text } })
      .then(done(words.answered), (error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    choose(undefined);
  };
  return (
    <div className="flex flex-wrap gap-2">
      {options.map((option) => (
        <Button
          key={option}
          isBusy={chosen === option}
          disabled={chosen !== undefined}
          onClick={() => void answer(option)}
        >
          {option}
        </Button>
      ))}
    </div>
  );
}

function Review({ id }: { id: string }) {
  const [isReturning, setReturning] = useState(false);
  const accept = useSubmit(
    () => client.reviewWork({ path: { id }, body: { decision: 'accept' } }),
    done(words.accepted),
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button look="primary" isBusy={accept.isBusy} onClick={() => void accept.submit()}>
          {words.accept}
        </Button>
        <Button onClick={() => setReturning(true)}>{words.return}</Button>
      </div>
      <FormNote {...accept} shown={[]} />
      {isReturning && <ReturnDialog id={id} onClose={() => setReturning(false)} />}
    </div>
  );
}
