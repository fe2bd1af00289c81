import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, Plus } from 'lucide-react';
import type { ApiKeyResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { TextArea } from '../../components/field.tsx';
import { NewApiKey } from '../../components/new-api-key.tsx';
import { Section } from '../../components/screen.tsx';
import { Badge, Failure, Skeleton } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { copyText } from '../../lib/clipboard.ts';
import { showAgo } from '../../lib/format.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import { agentKeys as words } from '../../lib/texts/agent-settings.texts.ts';

const agentKeysQuery = (colleagueId: string) =>
  queryOptions({
    queryKey: ['api-keys', 'of', colleagueId],
    queryFn: async ({ signal }) => {
      const keys = await client.listApiKeys({ query: { all: true }, signal });
      return keys.filter((key) => key.colleagueId === colleagueId);
    },
    ...UNEVENTFUL,
  });

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['api-keys'] });

/** The keys with which programs take the tasks of an agent. */
export function AgentKeys({ colleagueId }: { colleagueId: string }) {
  const { data: keys, error, refetch } = useQuery(agentKeysQuery(colleagueId));
  const [isCreating, setCreating] = useState(false);
  const [revoked, revoke] = useState<ApiKeyResponse>();
  return (
    <Section
      title={words.title}
      actions={
        <Button onClick={() => setCreating(true)}>
          <Plus size={14} aria-hidden />
          {words.newKey}
        </Button>
      }
    >
      {error && !keys && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!keys && !error && <Skeleton rows={2} />}
      {keys?.length === 0 && <p className="text-sm text-muted">{words.none}</p>}
      {keys && keys.length > 0 && (
        <ul className="panel divide-y divide-line text-sm">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke(key)} />
          ))}
        </ul>
      )}
      {isCreating && <NewAgentKey colleagueId={colleagueId} onClose={() => setCreating(false)} />}
      {revoked && (
        <Confirm
          action={words.revokeKey(revoked.name)}
          question={words.revokeQuestion(revoked.name)}
          onClose={() => revoke(undefined)}
          onConfirm={async () => {
            await client.revokeApiKey({ path: { id: revoked.id } });
            await refresh();
          }}
        />
      )}
    </Section>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKeyResponse; onRevoke: () => void }) {
  const { id, name, prefix, lastUsedAt, revokedAt } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      <Link
        to="/settings/api-keys/$id"
        params={{ id }}
        className="control inline-flex items-center text-accent-text underline underline-offset-2"
      >
        {name}
      </Link>
      <code className="font-mono text-xs">{prefix}</code>
      <span className="text-xs text-muted">{lastUsedAt ? words.lastUsed(showAgo(lastUsedAt)) : words.neverUsed}</span>
      <span className="ml-auto">
        {revokedAt ? (
          <Badge>{words.revoked}</Badge>
        ) : (
          <Button look="quiet" aria-label={words.revokeKey(name)} onClick={onRevoke}>
            {words.revoke}
          </Button>
        )}
      </span>
    </li>
  );
}

/** The line that starts examples/agent.mjs with the key. */
const commandOf = (key: string): string =>
  `PROJECTS_URL=${location.origin}/api PROJECTS_API_KEY=${key} node examples/agent.mjs -- ./my-agent`;

function NewAgentKey({ colleagueId, onClose }: { colleagueId: string; onClose: () => void }) {
  return (
    <NewApiKey words={words} colleagueId={colleagueId} onClose={onClose}>
      {(key) => (
        <>
          <TextArea
            label={words.command}
            hint={words.commandHint}
            readOnly
            rows={4}
            className="[&_textarea]:font-mono"
            value={commandOf(key)}
            onFocus={({ target }) => target.select()}
          />
          <Button className="self-start" onClick={() => void copyText(commandOf(key), words.commandCopied)}>
            <Copy size={14} aria-hidden />
            {words.copyCommand}
          </Button>
        </>
      )}
    </NewApiKey>
  );
}
