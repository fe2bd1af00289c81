import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ApiKeyResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Switch } from '../../components/choice-fields.tsx';
import { NewApiKey } from '../../components/new-api-key.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Badge, Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { showAgo } from '../../lib/format.ts';
import { usersQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { apiKeys as words } from '../../lib/texts/settings.texts.ts';
import { keysQuery } from './queries.ts';

export function ApiKeysScreen() {
  const { all } = useAddress();
  const change = useChangeAddress();
  const isAdmin = useMay('ADMIN');
  const isAll = isAdmin && all === 'true';
  const { data: keys, error, refetch } = useQuery(keysQuery(isAll));
  const [isCreating, setCreating] = useState(false);
  const [revoked, revoke] = useState<ApiKeyResponse>();
  return (
    <Screen
      title={words.title}
      side={<SettingsNav />}
      actions={
        <>
          {isAdmin && (
            <Switch label={words.all} checked={isAll} onChange={(on) => change({ all: on ? 'true' : undefined })} />
          )}
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus size={14} aria-hidden />
            {words.newKey}
          </Button>
        </>
      }
    >
      <div className="flex w-full max-w-4xl flex-col gap-3 p-4">
        <p className="text-muted">
          {words.hint}{' '}
          <a href="/api/docs" className="text-accent-text underline underline-offset-2">
            {texts.shell.apiDocs}
          </a>
        </p>
        {error && !keys && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!keys && !error && <Skeleton />}
        {keys?.length === 0 && <Empty text={words.none} />}
        {keys && keys.length > 0 && <Keys keys={keys} isAll={isAll} onRevoke={revoke} />}
      </div>
      {isCreating && <NewApiKey words={words} onClose={() => setCreating(false)} />}
      {revoked && (
        <Confirm
          action={words.revoke}
          question={words.revokeQuestion(revoked.name)}
          onClose={() => revoke(undefined)}
          onConfirm={async () => {
            await client.revokeApiKey({ path: { id: revoked.id } });
            await queryClient.invalidateQueries({ queryKey: ['api-keys'] });
          }}
        />
      )}
    </Screen>
  );
}

interface KeysProps {
  keys: readonly ApiKeyResponse[];
  isAll: boolean;
  onRevoke: (key: ApiKeyResponse) => void;
}

function Keys({ keys, isAll, onRevoke }: KeysProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const nameOf = (userId: string) => users.find(({ id }) => id === userId)?.name ?? '';
  return (
    <Table
      name={words.title}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          cell: ({ id, name }) => (
            <Link
              to="/settings/api-keys/$id"
              params={{ id }}
              className="control inline-flex min-w-32 items-center break-words whitespace-normal text-accent-text underline underline-offset-2"
            >
              {name}
            </Link>
          ),
        },
        ...(isAll ? [{ name: words.owner, cell: ({ userId }: ApiKeyResponse) => nameOf(userId) }] : []),
        { name: words.prefix, cell: ({ prefix }) => <code className="font-mono text-xs">{prefix}</code> },
        { name: words.requests, isRight: true, cell: ({ requestCount }) => showNumber(requestCount) },
        { name: words.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? showAgo(lastUsedAt) : words.never) },
        {
          name: words.revoke,
          isRight: true,
          isKept: true,
          cell: (key) =>
            key.revokedAt ? (
              <Badge>{words.revoked}</Badge>
            ) : (
              <Button onClick={() => onRevoke(key)}>{words.revoke}</Button>
            ),
        },
      ]}
    />
  );
}
