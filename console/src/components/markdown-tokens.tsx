import { useQuery } from '@tanstack/react-query';
import type { Token, Tokens } from 'marked';
import {
  createContext,
  Fragment,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react';
import { colleaguesQuery, teamsQuery, useUser, usersQuery } from '../lib/queries.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { isPicture, previewOf } from './attachments.ts';
import { Button } from './button.tsx';
import { decoded } from './entities.ts';
import { NamedTasksContext, TaskNames, useNamedTasks } from './named-tasks.tsx';
import { PlainText } from './plain-text.tsx';
import { Progress } from './read-markdown.ts';
import { useTaskFiles } from './task-files.tsx';

/** Only these leave the page; anything else is shown as text. */
const SAFE = /^(https?:|mailto:)/i;

const isOf = <Kind extends Token>(token: Token, type: Kind['type']): token is Kind => token.type === type;

/** A person, a team or a colleague that the text names. */
const MENTION = /^(user|team|colleague):([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i;

/** A file of the task that the text is about. */
const ATTACHMENT = /^attachment:([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i;

export interface MarkdownProps {
  text: string;
  /** Told which of how many boxes was ticked, counted from 0; without it none can be. */
  onTick?: ((index: number, of: number) => void) | undefined;
}

interface Boxes {
  inOrder: readonly Tokens.ListItem[];
  onTick: MarkdownProps['onTick'];
}

const BoxesContext = createContext<Boxes>({ inOrder: [], onTick: undefined });

/** Longer texts are shown formatted when that is asked for. */
const MOST_LETTERS = 50_000;

/** The tokens of Markdown as elements, never its HTML. Raw HTML stands there as text, and what cannot be read as its source. */
export default function MarkdownTokens(props: MarkdownProps) {
  const [isForced, setForced] = useState(false);
  const source = <Source text={props.text} onFormat={isForced ? undefined : () => setForced(true)} />;
  if (props.text.length > MOST_LETTERS && !isForced) return source;
  return <Formatted {...props} isForced={isForced} source={source} />;
}

function Source({ text, onFormat }: { text: string; onFormat: (() => void) | undefined }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <PlainText text={text} />
      {onFormat && <Button onClick={onFormat}>{workTexts.task.showFormatted}</Button>}
    </div>
  );
}

function Formatted({ text, onTick, isForced, source }: MarkdownProps & { isForced: boolean; source: ReactNode }) {
  const progress = useMemo(() => new Progress(text, isForced), [text, isForced]);
  const [, redraw] = useReducer((steps: number) => steps + 1, 0);
  useEffect(() => {
    if (progress.isDone) return undefined;
    const timer = setTimeout(() => {
      progress.readOn();
      redraw();
    });
    return () => clearTimeout(timer);
  });
  const inOrder = useMemo(() => boxesIn(progress.isDone ? progress.tokens.flat() : []), [progress, progress.isDone]);
  // Which of how many boxes it is is known once all are read.
  const boxes = useMemo(() => ({ inOrder, onTick: progress.isDone ? onTick : undefined }), [inOrder, onTick]);
  const named = useNamedTasks(text);
  if (progress.hasFailed) return source;
  return (
    <BoxesContext value={boxes}>
      <NamedTasksContext value={named}>
        <div dir="auto" className="markdown flex flex-col gap-2 break-words">
          {progress.tokens.map((tokens, index) => (
            <Piece key={index} tokens={tokens} />
          ))}
        </div>
      </NamedTasksContext>
    </BoxesContext>
  );
}

/** Drawn once, however many come after it. */
const Piece = memo(function Piece({ tokens }: { tokens: readonly Token[] }) {
  return blocks(tokens);
});

/** The items with a box, as they stand in the text. */
const boxesIn = (tokens: readonly Token[]): Tokens.ListItem[] =>
  tokens.flatMap((token) => {
    if (isOf<Tokens.List>(token, 'list'))
      return token.items.flatMap((item) => [...(item.task ? [item] : []), ...boxesIn(item.tokens)]);
    return isOf<Tokens.Blockquote>(token, 'blockquote') ? boxesIn(token.tokens) : [];
  });

const blocks = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, index) => <Fragment key={index}>{block(token)}</Fragment>);
const inlines = (tokens: readonly Token[] | undefined): ReactNode[] =>
  (tokens ?? []).map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);

function block(token: Token): ReactNode {
  if (isOf<Tokens.Heading>(token, 'heading')) {
    // Below the headings of the screen, whatever the author wrote.
    const size = token.depth === 1 ? 'text-lg' : 'text-base';
    return (
      <p role="heading" aria-level={Math.min(6, token.depth + 2)} className={`${size} font-semibold`}>
        {inlines(token.tokens)}
      </p>
    );
  }
  if (isOf<Tokens.Paragraph>(token, 'paragraph')) return <p>{inlines(token.tokens)}</p>;
  if (isOf<Tokens.Code>(token, 'code')) {
    return (
      <pre tabIndex={0} className="scroll-thin overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">
        <code>{token.text}</code>
      </pre>
    );
  }
  if (isOf<Tokens.Blockquote>(token, 'blockquote')) {
    return <blockquote className="border-l-2 border-edge pl-3 text-muted">{blocks(token.tokens)}</blockquote>;
  }
  if (isOf<Tokens.List>(token, 'list')) return <List token={token} />;
  if (isOf<Tokens.Table>(token, 'table')) return <Table token={token} />;
  if (isOf<Tokens.Hr>(token, 'hr')) return <hr className="border-line" />;
  // The box of a list's item is the item's own.
  if (['space', 'def', 'checkbox'].includes(token.type)) return null;
  if (isOf<Tokens.Text>(token, 'text')) return token.tokens ? inlines(token.tokens) : <TaskNames text={token.text} />;
  return <p>{token.raw}</p>;
}

function List({ token }: { token: Tokens.List }) {
  const { inOrder, onTick } = useContext(BoxesContext);
  const items = token.items.map((item, index) => (
    <li key={index} className={item.task ? 'list-none leading-6 pointer-coarse:py-2.5' : undefined}>
      {item.task && (
        <label className="-my-1 mr-1 -ml-6 inline-flex size-6 items-center justify-center align-text-bottom pointer-coarse:-my-3.5 pointer-coarse:mr-0 pointer-coarse:-ml-10 pointer-coarse:size-11 pointer-coarse:align-middle">
          <input
            type="checkbox"
            disabled={!onTick}
            checked={item.checked ?? false}
            onChange={() => onTick?.(inOrder.indexOf(item), inOrder.length)}
            aria-label={item.text}
            className="size-4 accent-accent"
          />
        </label>
      )}
      {blocks(item.tokens)}
    </li>
  ));
  return token.ordered ? (
    <ol start={token.start === '' ? 1 : token.start} className="list-decimal pl-6">
      {items}
    </ol>
  ) : (
    <ul className="list-disc pl-6">{items}</ul>
  );
}

function Table({ token }: { token: Tokens.Table }) {
  return (
    <div className="scroll-thin overflow-x-auto" tabIndex={0} role="group">
      <table className="border-collapse text-sm">
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} className="border border-line px-2 py-1 text-left">
                {inlines(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, number) => (
            <tr key={number}>
              {row.map((cell, index) => (
                <td key={index} className="border border-line px-2 py-1">
                  {inlines(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(token: Token): ReactNode {
  if (isOf<Tokens.Strong>(token, 'strong')) return <strong>{inlines(token.tokens)}</strong>;
  if (isOf<Tokens.Em>(token, 'em')) return <em>{inlines(token.tokens)}</em>;
  if (isOf<Tokens.Del>(token, 'del')) return <del>{inlines(token.tokens)}</del>;
  if (isOf<Tokens.Codespan>(token, 'codespan')) {
    return <code className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">{token.text}</code>;
  }
  if (isOf<Tokens.Br>(token, 'br')) return <br />;
  if (isOf<Tokens.Escape>(token, 'escape')) return token.text;
  if (isOf<Tokens.Link>(token, 'link') && MENTION.test(token.href)) return <Mention token={token} />;
  if ((isOf<Tokens.Link>(token, 'link') || isOf<Tokens.Image>(token, 'image')) && ATTACHMENT.test(token.href)) {
    return <Attached token={token} />;
  }
  if (isOf<Tokens.Link>(token, 'link')) {
    const href = decoded(token.href);
    return SAFE.test(href) ? (
      <Out href={href}>
        <NamedTasksContext value={[]}>{inlines(token.tokens)}</NamedTasksContext>
      </Out>
    ) : (
      token.raw
    );
  }
  // An image would be asked of another server: it is a link.
  if (isOf<Tokens.Image>(token, 'image')) {
    const href = decoded(token.href);
    return SAFE.test(href) ? <Out href={href}>{decoded(token.text) || href}</Out> : token.raw;
  }
  if (isOf<Tokens.Text>(token, 'text')) {
    return token.tokens ? inlines(token.tokens) : <TaskNames text={decoded(token.text)} />;
  }
  return token.raw;
}

/** The present name of who is named, the reader's own marked; of nobody, its text. */
function Mention({ token }: { token: Tokens.Link }) {
  const [, type, id = ''] = MENTION.exec(token.href) ?? [];
  const { data: users = [] } = useQuery(usersQuery);
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled: type?.toLowerCase() === 'team' });
  const { data: colleagues = [] } = useQuery({ ...colleaguesQuery, enabled: type?.toLowerCase() === 'colleague' });
  const user = useUser();
  const named = [...users, ...teams, ...colleagues].find((one) => one.id === id.toLowerCase());
  if (!named) return token.text;
  const name = `@${named.name}`;
  return named.id === user?.id ? (
    <mark className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent-text">{name}</mark>
  ) : (
    <span className="font-medium text-accent-text">{name}</span>
  );
}

/** A file of this task, a picture by its preview; anything else stands there as it was written. */
function Attached({ token }: { token: Tokens.Link | Tokens.Image }) {
  const [, id = ''] = ATTACHMENT.exec(token.href) ?? [];
  const file = useTaskFiles()?.attachments.find((attachment) => attachment.id === id.toLowerCase());
  if (!file) return token.raw;
  if (token.type === 'image' && isPicture(file)) {
    return (
      <a href={file.url} target="_blank" rel="noopener noreferrer" className="inline-block max-w-full">
        <img src={previewOf(file, 1280)} alt={token.text} loading="lazy" className="max-h-96 max-w-full rounded-md" />
      </a>
    );
  }
  return <Out href={file.url}>{token.text || file.name}</Out>;
}

function Out({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-accent-text underline underline-offset-2">
      {children}
    </a>
  );
}
