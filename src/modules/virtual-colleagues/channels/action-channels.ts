import { Injectable } from '@nestjs/common';
import { addTo } from '#common/collections/add-to.js';
import { Configuration } from '#config/configuration.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { type MailPart, type MailPiece, PersonalMails } from '#modules/inbox/mail/personal-mails.service.js';
import { ColleagueAlerts } from '../runs/colleague-alerts.js';
import {
  type ColleagueRow,
  UNREADABLE_CHAT_URL,
  VirtualColleaguesRepository,
} from '../virtual-colleagues.repository.js';
import { type Addressed, type AddressedAction, Addressees } from './addressees.js';
import { writtenFormat } from './chat-format.js';
import { chatEntries, type Telling } from './chat-entries.js';
import { chatPosts } from './chat-posts.js';
import { type ChatOutcome, ChatSender } from './chat-sender.js';
import { answerPiece, linked, listPieces } from './links.js';
import { type NamedTask, NamedThingsRepository } from './named-things.repository.js';
import type { WrittenAction } from '../scans/found-action.js';
import type { Told } from '#modules/voice/voice.service.js';

/** How the channels took the actions of a run. */
export interface Outcome {
  /** Actions that a channel took, and those that all channels refused; the others are in the log alone. */
  readonly sent: readonly string[];
  readonly failed: readonly string[];
  /** What went wrong, with the name of the channel. */
  readonly error: string | null;
  readonly events: readonly DomainEvent[];
  /** Who was told of what. */
  readonly told: readonly Told[];
}

const NO_CHAT: ChatOutcome = { sent: [], failed: [], error: null };

/** Tells people what a colleague says: in its chat, by mail and in their inbox. */
@Injectable()
export class ActionChannels {
  constructor(
    private readonly named: NamedThingsRepository,
    private readonly chat: ChatSender,
    private readonly addressees: Addressees,
    private readonly mails: PersonalMails,
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly alerts: ColleagueAlerts,
    private readonly configuration: Configuration,
  ) {}

  /** The names of those whom actions are for, by id. */
  findNames(tx: TransactionContext, actions: readonly AddressedAction[]): Promise<ReadonlyMap<string, string>> {
    return this.named.findPeople(tx, [...new Set(actions.flatMap(({ userId }) => userId ?? []))]);
  }

  /**
   * The actions that only a mail could tell, and whose mails would all be over the hourly limit of their readers.
   */
  async findUnmailable<Action extends AddressedAction>(
    tx: TransactionContext,
    colleague: ColleagueRow,
    actions: readonly Action[],
  ): Promise<Set<Action>> {
    if (hasChat(colleague) || colleague.notifications.mail === undefined) return new Set();
    const addressed = await this.addressees.findAddressees(tx, colleague, actions);
    const full = await this.mails.findFull(tx, [...new Set(addressed.flatMap(({ mail }) => mail))]);
    const isUnmailable = ({ mail, inbox }: Addressed) =>
      inbox === null && mail.length > 0 && mail.every((userId) => full.has(userId));
    return new Set(actions.filter((_, index) => isUnmailable(addressed[index] as Addressed)));
  }

  /** Sends to the chat, if there is one that is on. Never throws. */
  async tellChat(
    colleague: ColleagueRow,
    telling: Omit<Telling, 'hasLinks'>,
    signal: AbortSignal,
  ): Promise<ChatOutcome> {
    const { name, chatUrl, notifications } = colleague;
    if (chatUrl === null || !hasChat(colleague)) return NO_CHAT;
    const { format, threadPerTask } = notifications.chat ?? {};
    const { linkUrl } = this.configuration;
    const entries = chatEntries({ ...telling, hasLinks: linkUrl !== null });
    const posts = chatPosts(writtenFormat(chatUrl, format), { name, entries, threadPerTask, linkUrl });
    if (chatUrl !== UNREADABLE_CHAT_URL || posts.length === 0) return this.chat.sendPosts(chatUrl, posts, signal);
    return { sent: [], failed: posts.flatMap(({ ids }) => ids), error: 'Its URL could not be read, set it again' };
  }

  /** Writes mails and inbox entries in the transaction that ends the run. Returns the outcome of all channels. */
  async writeNotices(
    tx: TransactionContext,
    colleague: ColleagueRow,
    actions: readonly WrittenAction[],
    chat: ChatOutcome,
  ): Promise<Outcome> {
    const addressed = await this.addressees.findAddressees(tx, colleague, actions);
    const named = await this.named.findTasks(tx, [...new Set(actions.flatMap(({ taskId }) => taskId ?? []))]);
    const mailed = await this.mail(tx, colleague, { actions, addressed, named });
    const sent = new Set(chat.sent);
    const failed = new Set(chat.failed);
    const inChat = new Set(chat.sent);
    const told: Told[] = [];
    const events = await this.countChatRun(tx, colleague, chat.isGone);
    let hasRefusedMail = false;
    for (const [index, action] of actions.entries()) {
      const { mail, inbox } = addressed[index] as Addressed;
      const isMailedTo = (userId: string) => mailed.has(userId) && mail.includes(userId);
      if (inbox !== null)
        events.push(entryOf(colleague, action, named, { userId: inbox, isMailed: isMailedTo(inbox) }));
      const { key, subjectId, type, measure, userId } = action;
      const reached = [...mail.filter(isMailedTo), ...(inbox === null ? [] : [inbox])];
      if (userId !== null && inChat.has(action.id)) reached.push(userId);
      told.push(...[...new Set(reached)].map((personId) => ({ key, subjectId, type, measure, personId })));
      if (inbox !== null || mail.some(isMailedTo)) sent.add(action.id);
      else if (mail.length > 0) {
        failed.add(action.id);
        hasRefusedMail = true;
      }
    }
    const errors = [
      ...(chat.error === null ? [] : [`The chat did not take everything: ${chat.error}`]),
      ...(hasRefusedMail ? ['The mail did not take everything: people have had the mails of this hour'] : []),
    ];
    const unsent = [...failed].filter((id) => !sent.has(id));
    return { sent: [...sent], failed: unsent, error: errors.join('; ') || null, events, told };
  }

  /** A chat that is gone for several runs is switched off, and administrators are told. */
  private async countChatRun(
    tx: TransactionContext,
    { id, name }: ColleagueRow,
    isGone: boolean | undefined,
  ): Promise<DomainEvent[]> {
    if (isGone === undefined || !(await this.colleagues.countChatRun(tx, id, isGone))) return [];
    return [
      await this.alerts.tellAdministrators(
        tx,
        { id, name },
        'Its chat is off: it answered 404 or 410 in three runs in a row',
      ),
    ];
  }

  /** Each person gets one mail. Returns the people whose mail was accepted. */
  private async mail(
    tx: TransactionContext,
    { id, name }: ColleagueRow,
    said: { actions: readonly WrittenAction[]; addressed: readonly Addressed[]; named: ReadonlyMap<string, NamedTask> },
  ): Promise<Set<string>> {
    const byPerson = new Map<string, WrittenAction[]>();
    for (const [index, action] of said.actions.entries()) {
      for (const userId of said.addressed[index]?.mail ?? []) {
        addTo(byPerson, userId, action);
      }
    }
    const mailed = new Set<string>();
    const colleague: MailPart = { name, path: `/colleagues/${id}`, lines: [] };
    const names = await this.findNames(tx, said.actions);
    const { linkUrl } = this.configuration;
    for (const [userId, actions] of byPerson) {
      const lineOf = (action: WrittenAction) => mailLines(action, { userId, names, linkUrl });
      const parts = partsOf(actions, said.named, colleague, lineOf);
      const thread = parts.length === 1 ? (actions[0]?.taskId ?? id) : id;
      const mail = { userId, speaker: colleague, parts, thread, unsubscribes: `colleague:${id}` } as const;
      if (await this.mails.enqueueMail(tx, mail)) mailed.add(userId);
    }
    return mailed;
  }
}

/** Whether it has a chat that is on. */
function hasChat({ chatUrl, chatDisabledReason }: ColleagueRow): boolean {
  return chatUrl !== null && chatDisabledReason === null;
}

/** Who reads a mail, and what it may link to. */
interface MailReader {
  readonly userId: string;
  readonly names: ReadonlyMap<string, string>;
  readonly linkUrl: string | null;
}

/** The lines of a mail about an action. When it is for somebody else, the mail names that person. */
function mailLines(action: WrittenAction, { userId, names, linkUrl }: MailReader): MailPiece[][] {
  const isForOther = action.userId !== null && action.userId !== userId && action.type !== 'report';
  const before = isForOther ? [`${names.get(action.userId) ?? 'Somebody'}: `] : [];
  const answer = linkUrl !== null && action.answerTid !== null ? answerPiece(action.answerTid) : [];
  const lists = linkUrl !== null && action.lists !== null ? listPieces(action.lists) : [];
  const last = action.lines.length - 1;
  return action.lines.map((line, index) =>
    linked([...(index === 0 ? before : []), ...line, ...(index === last ? [...lists, ...answer] : [])], linkUrl),
  );
}

/** A part for each task, in the order of the actions. Actions without a task go into the colleague's own part. */
function partsOf(
  actions: readonly WrittenAction[],
  named: ReadonlyMap<string, NamedTask>,
  colleague: MailPart,
  lineOf: (action: WrittenAction) => MailPiece[][],
): MailPart[] {
  const byTask = Map.groupBy(actions, ({ taskId }) => named.get(taskId ?? ''));
  return [...byTask].map(([task, ofTask]) => {
    const lines = ofTask.flatMap(lineOf);
    return task ? { tid: task.tid, name: task.title, path: `/tasks/${task.tid}`, lines } : { ...colleague, lines };
  });
}

function entryOf(
  { id, name }: ColleagueRow,
  { taskId, projectIds, message }: WrittenAction,
  named: ReadonlyMap<string, NamedTask>,
  { userId, isMailed }: { userId: string; isMailed: boolean },
): DomainEvent {
  const task = named.get(taskId ?? '');
  const [onlyProject = null, ...others] = projectIds;
  return inboxNotice({
    reason: 'colleague',
    userIds: [userId],
    thing: task ? { type: 'task', id: task.id, name: task.title } : { type: 'colleague', id, name },
    text: message,
    colleague: { id, name },
    ...(isMailed && { isMailed }),
    projectId: task ? task.projectId : others.length === 0 ? onlyProject : null,
  });
}
