import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OwnRuleInput, PreviewResponse } from 'project-management-sdk';
import { useEffect, useState } from 'react';
import { isApiError, messageOf } from '../../lib/api.ts';
import { preview as previewWords, rules as words } from '../../lib/texts/colleague-rules.texts.ts';
import { previewQuery } from './queries.ts';

const TYPING_MS = 500;

const PARTS = ['chase', 'reminder', 'escalation', 'reporting'];

/** No other rule speaks in the example, and every part is on. */
const alone = (builtIn: readonly string[]) => ({
  rules: Object.fromEntries(builtIn.map((name) => [name, false])),
  ...Object.fromEntries(PARTS.map((part) => [part, { enabled: true }])),
});

interface RuleExampleProps {
  colleagueId: string;
  /** The names of the rules that the colleague has besides its own. */
  builtIn: readonly string[];
  rule: OwnRuleInput;
}

/** What a rule would say of a real task, while it is written. */
export function RuleExample({ colleagueId, builtIn, rule }: RuleExampleProps) {
  const [asked, setAsked] = useState<OwnRuleInput>();
  const text = JSON.stringify({ ...rule, enabled: true });
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = JSON.parse(text) as OwnRuleInput;
      setAsked(next.name.trim() === '' || next.filter.trim() === '' ? undefined : next);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    ...previewQuery(colleagueId, { rules: asked ? [asked] : [], settings: alone(builtIn) }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label={words.example} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{words.example}</h3>
      <div aria-live="polite" className="rounded-lg rounded-tl-sm bg-sunken px-3 py-2 text-sm">
        {textOf(asked, data, error)}
      </div>
    </section>
  );
}

function textOf(asked: OwnRuleInput | undefined, found: PreviewResponse | undefined, error: unknown) {
  if (!asked) return <p className="text-muted">{words.exampleHint}</p>;
  if (error) {
    const details = isApiError(error) ? Object.values(error.details ?? {}) : [];
    return <p className="text-danger">{details.length > 0 ? details.join(' ') : messageOf(error)}</p>;
  }
  if (!found) return <p className="text-muted">{previewWords.looking}</p>;
  const [first] = found.actions;
  if (!first) return <p className="text-muted">{words.exampleNone}</p>;
  return (
    <>
      <p className="pb-1 text-xs text-muted">{words.exampleCount(found.actions.length)}</p>
      <p className="break-words whitespace-pre-wrap">{first.message}</p>
    </>
  );
}
