import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Copy,
  GitBranch,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  type LucideIcon,
  Plus,
  UserCheck,
  UserPen,
  UserSearch,
  X,
} from 'lucide-react';
import type { CodeLinkResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { client } from '../../lib/api.ts';
import { copyText } from '../../lib/clipboard.ts';
import { showAgo } from '../../lib/format.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { code as words } from '../../lib/texts/code.texts.ts';
import { EmptyPart } from './empty-part.tsx';
import type { TaskPartProps } from './property.tsx';
import { codeQuery } from './queries.ts';

const LinkPullRequest = overlay(() => import('./link-pull-request.tsx'));

const STATE_ICONS: Record<NonNullable<CodeLinkResponse['state']>, LucideIcon> = {
  open: GitPullRequest,
  draft: GitPullRequestDraft,
  merged: GitMerge,
  closed: GitPullRequestClosed,
};
const CHECK_ICONS = { pending: CircleDashed, passed: CircleCheck, failed: CircleX };
const REVIEW_ICONS = { asked: UserSearch, approved: UserCheck, changes: UserPen };

const nameOf = ({ repository, number }: CodeLinkResponse): string => `${repository}#${number}`;

/** What was done about the task in code. */
export default function Code({ task, mayWrite }: TaskPartProps) {
  const [isLinking, setLinking] = useState(false);
  const query = useQuery(codeQuery(task.id));
  const copy = () => void copyText(task.branchName, words.copied(task.branchName));
  const link = () => setLinking(true);
  const isEmpty = !query.error && (query.data ?? []).length === 0;
  return (
    <>
      {isEmpty ? (
        mayWrite &&
        query.data && (
          <>
            <EmptyPart text={words.copyBranch} onAdd={copy} />
            <EmptyPart text={words.linkPullRequest} onAdd={link} />
          </>
        )
      ) : (
        <Section title={words.title} actions={<Actions mayWrite={mayWrite} onCopy={copy} onLink={link} />}>
          <Read query={query} rows={1}>
            {(links) => <Links links={links} taskId={task.id} mayWrite={mayWrite} />}
          </Read>
        </Section>
      )}
      {isLinking && <LinkPullRequest taskId={task.id} onClose={() => setLinking(false)} />}
    </>
  );
}

interface ActionsProps {
  mayWrite: boolean;
  onCopy: () => void;
  onLink: () => void;
}

function Actions({ mayWrite, onCopy, onLink }: ActionsProps) {
  return (
    <>
      <Button look="quiet" onClick={onCopy}>
        <Copy size={14} aria-hidden />
        {words.copyBranch}
      </Button>
      {mayWrite && (
        <Button look="quiet" data-adds onClick={onLink}>
          <Plus size={14} aria-hidden />
          {words.linkPullRequest}
        </Button>
      )}
    </>
  );
}

interface LinksProps {
  links: readonly CodeLinkResponse[];
  taskId: string;
  mayWrite: boolean;
}

function Links({ links, taskId, mayWrite }: LinksProps) {
  const [isOpen, setOpen] = useState(false);
  const [unlinked, unlink] = useState<CodeLinkResponse>();
  const commits = links.filter(({ kind }) => kind === 'commit');
  const others = links.filter(({ kind }) => kind !== 'commit');
  const remove = mayWrite ? unlink : undefined;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {others.map((link) => (
          <CodeRow key={link.id} link={link} onUnlink={remove} />
        ))}
      </ul>
      {commits.length > 0 && (
        <>
          <Disclosure isOpen={isOpen} onToggle={setOpen}>
            {words.commits(commits.length)}
          </Disclosure>
          {isOpen && (
            <ul className="flex flex-col gap-1">
              {commits.map((link) => (
                <CodeRow key={link.id} link={link} onUnlink={remove} />
              ))}
            </ul>
          )}
        </>
      )}
      {unlinked && (
        <Confirm
          action={words.unlink(unlinked.number === null ? unlinked.title : nameOf(unlinked))}
          question={words.unlinkQuestion}
          onClose={() => unlink(undefined)}
          onConfirm={async () => {
            await client.unlinkTaskCode({ path: { id: taskId, linkId: unlinked.id } });
            await queryClient.invalidateQueries({ queryKey: codeQuery(taskId).queryKey });
          }}
        />
      )}
    </>
  );
}

function CodeRow({
  link,
  onUnlink,
}: {
  link: CodeLinkResponse;
  onUnlink: ((link: CodeLinkResponse) => void) | undefined;
}) {
  const { kind, state, checks, review, title, url, author, at, closes } = link;
  const isPullRequest = kind === 'pull_request';
  const name = isPullRequest ? nameOf(link) : link.repository;
  return (
    <li className="flex items-start gap-2 text-sm">
      <div className="min-w-0 grow">
        <a href={url} target="_blank" rel="noreferrer" className="font-medium break-words hover:underline">
          {title}
        </a>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
          <span>{name}</span>
          {isPullRequest && (
            <Mark icon={state ? STATE_ICONS[state] : CircleDashed} text={state ? words.states[state] : words.unknown} />
          )}
          {kind === 'branch' && (
            <Mark icon={GitBranch} text={state === 'closed' ? words.states.closed : words.branch} />
          )}
          {checks && <Mark icon={CHECK_ICONS[checks]} text={words.checks[checks]} isBad={checks === 'failed'} />}
          {review && <Mark icon={REVIEW_ICONS[review]} text={words.reviews[review]} isBad={review === 'changes'} />}
          {closes && <span>{words.closes}</span>}
          {author.name && <span>{author.name}</span>}
          <time dateTime={at}>{showAgo(at)}</time>
        </p>
      </div>
      {onUnlink && (
        <IconButton label={words.unlink(isPullRequest ? name : title)} onClick={() => onUnlink(link)}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function Mark({ icon: Icon, text, isBad = false }: { icon: LucideIcon; text: string; isBad?: boolean }) {
  return (
    <span className={isBad ? 'inline-flex items-center gap-1 text-danger' : 'inline-flex items-center gap-1'}>
      <Icon size={13} aria-hidden />
      {text}
    </span>
  );
}
