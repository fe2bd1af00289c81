import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AiCheckResponse, ScanResponse, VirtualColleagueDetailResponse } from 'project-management-sdk';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FormNote, useSubmit } from '../../components/form.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { Badge, Failure, Skeleton } from '../../components/states.tsx';
import { isAgentRole } from '../../components/work/agent-role.ts';
import { showToast } from '../../lib/toasts.ts';
import { useAddress, useChangeAddress, useNames } from '../../lib/address.ts';
import { client, messageOf } from '../../lib/api.ts';
import { showAgo, showMomentIn, showTimeHere } from '../../lib/format.ts';
import { load } from '../../lib/loading.ts';
import { colleaguesQuery, sessionQuery, useMay } from '../../lib/queries.ts';
import { isGone, queryClient } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { preview } from '../../lib/texts/colleague-rules.texts.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { EditColleague } from './edit-colleague.tsx';
import { PREVIEW } from './preview-address.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { colleagueQuery, presetsQuery, refreshColleagues } from './queries.ts';
import { Result } from './result.tsx';
import { RoleAvatar } from '../../components/role-avatar.tsx';
import { Rules } from './rules.tsx';
import { Runs } from './runs.tsx';
import { Settings } from './settings.tsx';

/** Those that take tasks, or give them, have more to set. */
const AgentSettings = lazy(() => load(() => import('./agent-settings.tsx')));

export function ColleagueScreen() {
  const { id = '' } = useNames();
  const { data: colleague, error, refetch } = useQuery(colleagueQuery(id));
  if (error && isGone(error)) return <NotFound />;
  if (error && !colleague) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!colleague) return <Skeleton className="p-4" rows={8} />;
  return <Colleague colleague={colleague} />;
}

/** The reader's own time, where that is another one. */
function here(moment: string, zone: string): string {
  const time = showTimeHere(moment, zone);
  return time === undefined ? '' : words.here(time);
}

type Outcome = { kind: 'scan'; result: ScanResponse } | { kind: 'ai_check'; result: AiCheckResponse };

function Colleague({ colleague }: { colleague: VirtualColleagueDetailResponse }) {
  const { id, name, role, active, schedule, nextRuns, lastRunAt, lastRunStatus, description } = colleague;
  const path = { id };
  const { data: presets = [] } = useQuery(presetsQuery);
  const mayRun = useMay('MEMBER');
  const { dialog } = useAddress();
  const change = useChangeAddress();
  const { data: session } = useQuery(sessionQuery);
  const [outcome, setOutcome] = useState<Outcome>();
  const done = (next: Outcome) => {
    setOutcome(next);
    void refreshColleagues();
  };
  const scan = useSubmit(
    () => client.scanColleague({ path }),
    (result) => done({ kind: 'scan', result }),
  );
  const check = useSubmit(
    () => client.aiCheckColleague({ path }),
    (result) => done({ kind: 'ai_check', result }),
  );
  const isBusy = scan.isBusy || check.isBusy;
  const [nextRun] = nextRuns;
  return (
    <Screen
      title={name}
      actions={
        <>
          {!active && <Badge>{words.disabled}</Badge>}
          {mayRun && <Button onClick={() => change(PREVIEW)}>{preview.title}</Button>}
          {mayRun && session?.aiCheck && (
            <Button isBusy={isBusy} disabled={!active} onClick={() => void check.submit()}>
              {words.aiCheck}
            </Button>
          )}
          {mayRun && (
            <Button look="primary" isBusy={isBusy} disabled={!active} onClick={() => void scan.submit()}>
              {words.runNow}
            </Button>
          )}
          <Administration colleague={colleague} />
        </>
      }
    >
      <div className="grid gap-6 p-4 pt-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <div className="flex items-center gap-3">
            <RoleAvatar role={role} size="lg" />
            <div className="min-w-0">
              <p className="text-sm text-muted">{presets.find((preset) => preset.role === role)?.name ?? role}</p>
              {description && <p>{description}</p>}
            </div>
          </div>
          <div role="status" className="empty:-mt-6">
            {isBusy && <p className="text-muted">{words.running}</p>}
          </div>
          <FormNote {...scan} shown={[]} />
          <FormNote {...check} shown={[]} />
          {outcome && <Result colleagueId={id} outcome={outcome} />}
          <Runs id={id} />
          <Rules colleague={colleague} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <p className="text-sm">
            {words.schedule(schedule)}
            {nextRun && here(nextRun, schedule.timezone)}
            {lastRunAt && lastRunStatus && (
              <span className="block text-muted">
                {words.lastRun(showAgo(lastRunAt), words.statuses[lastRunStatus] ?? '')}
              </span>
            )}
          </p>
          {nextRuns.length > 0 && (
            <Section title={words.nextRuns}>
              <ol aria-label={words.nextRuns} className="panel divide-y divide-line text-sm">
                {nextRuns.map((moment) => (
                  <li key={moment} className="px-3 py-1.5">
                    <time dateTime={moment}>{showMomentIn(moment, schedule.timezone)}</time>
                    <span className="text-muted">{`, ${schedule.timezone}${here(moment, schedule.timezone)}`}</span>
                  </li>
                ))}
              </ol>
            </Section>
          )}
          <Suspense>{isAgentRole(role) && <AgentSettings colleague={colleague} />}</Suspense>
          <Settings colleague={colleague} />
        </div>
      </div>
      {mayRun && dialog === PREVIEW.dialog && (
        <PreviewDialog id={id} onClose={() => change({ dialog: undefined }, { replace: true })} />
      )}
    </Screen>
  );
}

function Administration({ colleague }: { colleague: VirtualColleagueDetailResponse }) {
  const { id, name, active } = colleague;
  const isAdmin = useMay('ADMIN');
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  if (!isAdmin) return null;
  const path = { id };
  const toggle = async () => {
    await client
      .updateColleague({ path, body: { active: !active } })
      .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await refreshColleagues();
  };
  return (
    <>
      <Button onClick={() => void toggle()}>{active ? words.disable : words.enable}</Button>
      <ActionsMenu
        of={name}
        entries={() => [
          { text: texts.common.edit, run: () => setDialog('edit') },
          { text: texts.common.delete, isDangerous: true, run: () => setDialog('delete') },
        ]}
      />
      {dialog === 'edit' && <EditColleague colleague={colleague} onClose={close} />}
      {dialog === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(name)}
          onClose={close}
          onConfirm={async () => {
            await client.deleteColleague({ path });
            // The list asks nothing more of one that is gone.
            queryClient.setQueryData(colleaguesQuery.queryKey, (all) => all?.filter((one) => one.id !== id));
            await navigate({ to: '/colleagues' });
            await refreshColleagues();
          }}
        />
      )}
    </>
  );
}
