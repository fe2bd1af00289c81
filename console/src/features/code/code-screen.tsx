import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { CodeConnectionResponse } from 'project-management-sdk';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Read } from '../../components/read.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Badge, Empty } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import { projectsQuery, useMay } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { connections as words, PROVIDERS } from '../../lib/texts/code.texts.ts';
import { NewConnection } from './new-connection.tsx';
import { connectionsQuery, deliveriesQuery } from './queries.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey });

/** The forges that tell the company of code. */
export function CodeScreen() {
  return useMay('ADMIN') ? <Connections /> : <NotFound />;
}

function Connections() {
  const [isCreating, setCreating] = useState(false);
  const [deleted, remove] = useState<CodeConnectionResponse>();
  const [shownId, show] = useState<string>();
  return (
    <Screen
      title={words.title}
      side={<SettingsNav />}
      actions={
        <Button look="primary" onClick={() => setCreating(true)}>
          <Plus size={14} aria-hidden />
          {words.newConnection}
        </Button>
      }
    >
      <div className="flex w-full max-w-5xl flex-col gap-3 p-4">
        <p className="text-muted">{words.hint}</p>
        <Read query={useQuery(connectionsQuery)}>
          {(all) => {
            const shown = all.find(({ id }) => id === shownId) ?? all[0];
            return (
              <>
                {all.length === 0 && <Empty text={words.none} />}
                {all.length > 0 && <ConnectionTable connections={all} onDelete={remove} onShow={show} />}
                {shown && <Deliveries connection={shown} />}
              </>
            );
          }}
        </Read>
      </div>
      {isCreating && (
        <NewConnection
          onMade={(id) => {
            show(id);
            void refresh();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {deleted && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(deleted.name)}
          onClose={() => remove(undefined)}
          onConfirm={async () => {
            await client.deleteCodeConnection({ path: { id: deleted.id } });
            await refresh();
          }}
        />
      )}
    </Screen>
  );
}

interface TableProps {
  connections: readonly CodeConnectionResponse[];
  onDelete: (connection: CodeConnectionResponse) => void;
  onShow: (id: string) => void;
}

function ConnectionTable({ connections, onDelete, onShow }: TableProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const projectsOf = ({ projectIds }: CodeConnectionResponse) =>
    projectIds.length === 0
      ? words.allProjects
      : projectIds.map((id) => projects.find((project) => project.id === id)?.name ?? '…').join(', ');
  const turn = async ({ id, active }: CodeConnectionResponse) => {
    await client.updateCodeConnection({ path: { id }, body: { active: !active } });
    await refresh();
  };
  return (
    <Table
      name={words.table}
      rows={connections}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          cell: ({ name, active }) => (
            <span className="inline-flex items-center gap-2">
              {name}
              {!active && <Badge>{words.inactive}</Badge>}
            </span>
          ),
        },
        { name: words.forge, cell: ({ provider }) => PROVIDERS[provider] },
        { name: words.projects, isProse: true, cell: projectsOf },
        { name: words.rules, isProse: true, cell: ({ rules }) => words.rulesInWords(rules) },
        {
          name: words.lastEvent,
          cell: ({ health }) => (
            <>
              {health.lastAt ? showAgo(health.lastAt) : words.never}
              {health.lastError && <span className="block text-xs text-danger">{words.refused(health.lastError)}</span>}
            </>
          ),
        },
        {
          name: words.actions,
          isRight: true,
          isKept: true,
          cell: (connection) => (
            <span className="inline-flex gap-1">
              <Button onClick={() => onShow(connection.id)}>{words.showDeliveries}</Button>
              <Button onClick={() => void turn(connection)}>
                {connection.active ? words.switchOff : words.switchOn}
              </Button>
              <Button onClick={() => onDelete(connection)}>{texts.common.delete}</Button>
            </span>
          ),
        },
      ]}
    />
  );
}

function Deliveries({ connection: { id, name } }: { connection: CodeConnectionResponse }) {
  return (
    <Section title={words.deliveries}>
      <p className="text-muted">{name}</p>
      <Read query={useQuery(deliveriesQuery(id))}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="text-muted">{words.noDeliveries}</p>
          ) : (
            <Table
              name={words.deliveries}
              rows={deliveries}
              keyOf={(delivery) => delivery.id}
              columns={[
                { name: words.event, cell: ({ event }) => event },
                { name: words.when, cell: ({ at }) => showAgo(at) },
                {
                  name: words.outcome,
                  cell: ({ status, reason }) => (status === 'applied' ? words.applied : words.ignored(reason ?? '')),
                },
                { name: words.tasks, cell: ({ tids }) => tids.join(', ') },
              ]}
            />
          )
        }
      </Read>
    </Section>
  );
}
