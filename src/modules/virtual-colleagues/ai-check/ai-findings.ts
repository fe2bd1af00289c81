import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { type HeldCounts, NOTHING_HELD } from '#schema/voice.js';
import { ActionChannels } from '../channels/action-channels.js';
import type { StartedRun, Written } from '../runs/colleague-runs.js';
import { ActivityRepository } from '../scans/activity.repository.js';
import type { WrittenAction } from '../scans/found-action.js';
import { AI_CHECK } from '../settings/rule-names.js';
import { effectiveSettings } from '../settings/colleague-settings.js';
import { presetOf } from '../settings/role-presets.js';
import type { ColleagueRow } from '../virtual-colleagues.repository.js';
import type { AiAnswer } from './ai-answer.js';
import { withTids } from './believable.js';

/** A finding that the data supports, and what is known of its task. */
export type FindingToWrite = AiAnswer['findings'][number] & {
  readonly projectId: string;
  readonly tid: string;
  readonly title: string;
  readonly isMuted: boolean;
  /** Whether the log has no finding of its severity about the task since the task last changed. */
  readonly isNew: boolean;
};

/** What was done with the findings of a check. */
export interface SaidFindings {
  readonly actionsGenerated: number;
  readonly held: HeldCounts;
  /** Writes mails and records what was sent, in the transaction that ends the run. */
  readonly write: (tx: TransactionContext) => Promise<Written>;
}

interface Checked {
  readonly colleague: ColleagueRow;
  readonly moment: string;
  readonly toWrite: readonly FindingToWrite[];
  /** The tids of all tasks that were looked at. */
  readonly tids: ReadonlySet<string>;
}

type FindingAction = WrittenAction & Pick<FindingToWrite, 'severity' | 'suggestion'>;

/** Longer titles are cut to this many characters. */
const MOST_CHARACTERS = 80;

/** Logs what a model has found, and sends it to people who want that. */
@Injectable()
export class AiFindings {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly channels: ActionChannels,
    private readonly outbox: Outbox,
  ) {}

  async sayFindings(
    context: RequestContext,
    run: StartedRun,
    { colleague, moment, toWrite, tids }: Checked,
    signal: AbortSignal,
  ): Promise<SaidFindings> {
    const { speak } = effectiveSettings(presetOf(colleague.role), colleague.settings).aiCheck;
    const actions = toWrite
      .filter(({ isNew }) => isNew)
      .map((finding, position) => actionOf({ ...finding, tids }, position, speak));
    const speaking = { runId: run.id, colleagueId: colleague.id, moment };
    await this.outbox.commit(context, async (tx) => {
      await this.activity.insertActions(tx, speaking, actions);
      return unannounced(undefined);
    });
    const written = actions.filter(({ held }) => held === null);
    const said = speak ? written.filter(({ severity }) => severity !== 'info') : [];
    const chat = await this.channels.tellChat(colleague, { actions: said, news: new Map(), names: new Map() }, signal);
    return {
      actionsGenerated: written.length,
      held: { ...NOTHING_HELD, muted: actions.length - written.length },
      write: async (tx) => {
        const { sent, failed, error, events } = await this.channels.writeNotices(tx, colleague, said, chat);
        await this.activity.setStatus(tx, run.id, 'sent', sent);
        await this.activity.setStatus(tx, run.id, 'failed', failed);
        const status = failed.length > 0 && sent.length === 0 ? 'failed' : error === null ? 'success' : 'partial';
        return { sent: sent.length, failed: failed.length, status, error, events };
      },
    };
  }
}

function actionOf(finding: FindingToWrite & Pick<Checked, 'tids'>, position: number, speaks: boolean): FindingAction {
  const { taskId, tid, title, projectId, isMuted, severity, message, suggestion } = finding;
  const characters = [...title.replaceAll(/[\n\r\t]/g, ' ')];
  const short =
    characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : characters.join('');
  return {
    id: uuidv7(),
    position,
    type: 'report',
    rule: AI_CHECK,
    key: AI_CHECK,
    subjectId: taskId,
    taskId,
    tid,
    userId: null,
    projectIds: [projectId],
    message,
    why: {},
    priority: null,
    overdueHours: null,
    measure: null,
    lines: [[{ tid }, ` "${short}": `, ...withTids(`${message} ${suggestion}`, finding.tids)]],
    answerTid: null,
    lists: null,
    isNews: false,
    isToLeads: false,
    held: isMuted && speaks && severity !== 'info' ? 'muted' : null,
    severity,
    suggestion,
  };
}
