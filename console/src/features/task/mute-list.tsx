import { showMoment } from '../../lib/format.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { muteList as words } from '../../lib/texts/mute-list.texts.ts';

/** Who keeps virtual colleagues from speaking of the task, until when and why. */
export default function MuteList({ mutes }: Pick<TaskDetail, 'mutes'>) {
  return (
    <ul aria-label={words.muted} className="flex flex-col text-xs text-muted">
      {mutes.map(({ id, by, rule, until, note }) => (
        <li key={id}>
          {by ? words.by(by.name) : words.notUseful(rule ?? '')}
          {until === null ? words.untilStatus : words.until(showMoment(until))}
          {note !== null && ` (${note})`}
        </li>
      ))}
    </ul>
  );
}
