import { BellOff } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { onDemand } from '../../lib/on-demand.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { mutes as words } from '../../lib/texts/mutes.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { TaskPartProps } from './property.tsx';
import type { TaskDetail } from '../../lib/model.ts';

const MuteList = onDemand<Pick<TaskDetail, 'mutes'>>(() => import('./mute-list.tsx'));

/** Whether virtual colleagues speak of the task, and who keeps them from it. */
export default function MuteColleagues({ task: { id, mutes }, mayWrite }: TaskPartProps) {
  const path = { id };
  const isMuted = mutes.some(({ colleagueId, rule }) => colleagueId === null && rule === null);
  const write = async (request: Promise<unknown>) => {
    await request.catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await queryClient.invalidateQueries({ queryKey: ['task'] });
  };
  const mute = () => write(client.muteTask({ path, body: {} }));
  const unmute = () => write(client.unmuteTask({ path }));
  if (!mayWrite && mutes.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {mayWrite && (
        <Button look="quiet" className="-ml-2.5" onClick={() => void (isMuted ? unmute() : mute())}>
          <BellOff size={14} aria-hidden />
          {isMuted ? words.unmute : words.mute}
        </Button>
      )}
      {mayWrite && !isMuted && mutes.length > 0 && (
        <Button look="quiet" onClick={() => void unmute()}>
          {words.unmute}
        </Button>
      )}
      {mutes.length > 0 && <MuteList mutes={mutes} />}
    </div>
  );
}
