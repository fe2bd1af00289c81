import * as suggestions from '#common/text/suggestion.js';
import * as csvFormat from '#common/csv/csv-format.js';
import * as csvText from '#common/http/csv-text.js';
import * as entityTag from '#common/http/entity-tag.js';
import * as shownPath from '#common/http/shown-path.js';
import * as search from '#common/validation/search.js';
import * as nameInMail from '#core/mail/name-in-mail.js';
import * as branchName from '#modules/tasks/list/branch-name.js';
import * as meantTids from '#modules/code/applying/meant-tids.js';
import * as attachments from '#modules/files/attachment.dto.js';
import * as fileHeaders from '#modules/files/downloads/file-headers.js';
import * as filterError from '#modules/filters/language/filter-error.js';
import * as parser from '#modules/filters/language/parser.js';
import * as tokens from '#modules/filters/language/tokens.js';
import * as fileLink from '#modules/imports/readers/file-link.js';
import * as moments from '#modules/imports/readers/moments.js';
import * as wikiMarkup from '#modules/imports/readers/wiki-markup.js';
import * as wikiScans from '#modules/imports/readers/wiki-scans.js';
import * as numbers from '#modules/imports/readers/numbers.js';
import * as writtenDates from '#modules/imports/readers/written-dates.js';
import * as plain from '#modules/imports/readers/languages/plain.js';
import * as words from '#modules/imports/readers/words.js';
import * as archivedIds from '#modules/imports/run/archived-ids.js';
import * as happenings from '#modules/inbox/log/happenings.js';
import * as mailForm from '#modules/inbox/mail/mail-form.js';
import * as mentioned from '#modules/mcp/mentioned.js';
import * as markdownParts from '#modules/mentions/markdown-parts.js';
import * as mentionText from '#modules/mentions/mention-text.js';
import * as readAnswer from '#modules/promises/answers/read-answer.js';
import * as projectKey from '#modules/projects/project-key.js';
import * as scimFilter from '#modules/scim/scim-filter.js';
import * as scimPatch from '#modules/scim/scim-patch.js';
import * as scimQuery from '#modules/scim/scim-query.js';
import * as believable from '#modules/virtual-colleagues/ai-check/believable.js';
import * as chatPosts from '#modules/virtual-colleagues/channels/chat-posts.js';
import * as chatText from '#modules/virtual-colleagues/channels/chat-text.js';
import * as cellValues from '#modules/imports/run/cell-values.js';
import { CUSTOM_FIELD_TYPES } from '#schema/fields.js';
import * as ruleTemplate from '#modules/virtual-colleagues/settings/rule-template.js';
import { around, chatEntry, evidence, mailPart, names, row, user, UUID } from './text-samples.js';
import { ByName } from '#common/text/by-name.js';
import * as byName from '#common/text/by-name.js';
import * as folding from '#common/text/folded.js';
import * as markdownLabels from '#common/text/markdown-labels.js';
import * as promisedDate from '#common/text/promised-date.js';
import * as spans from '#common/text/spans.js';

type Calls = Readonly<Record<string, (text: string) => unknown>>;
type Reader = readonly [module: object, calls: Calls];

const callsWith = (functions: object, other: string): Calls =>
  Object.fromEntries(
    Object.entries(functions)
      .filter(([, call]) => typeof call === 'function')
      .map(([name, call]) => [name, (text: string) => (call as (...texts: string[]) => unknown)(text, other)]),
  );

/** The functions that read texts of people, by the module that exports them; classes among them by what they do with a text. */
export const READERS: Readonly<Record<string, Reader>> = {
  'src/common/csv/csv-format.ts': [
    csvFormat,
    { joinNames: (text) => csvFormat.joinNames([text]), splitNames: csvFormat.splitNames },
  ],
  'src/common/http/csv-text.ts': [
    csvText,
    {
      CsvText: (text) =>
        Reflect.get(csvText.CsvText.prototype, 'textOf').call({ columns: [{ valueOf: () => text }], opening: '' }, [1]),
    },
  ],
  'src/common/http/entity-tag.ts': [
    entityTag,
    {
      entityTag: (text) => entityTag.entityTag({ id: UUID, updatedAt: text }),
      parseEntityTags: entityTag.parseEntityTags,
      hasEntityTag: (text) => entityTag.hasEntityTag(text, '"x"'),
    },
  ],
  'src/common/text/markdown-labels.ts': [
    markdownLabels,
    {
      MarkdownLabels: (text) =>
        Array.from(text, (_, index) => index).reduce(
          (labels, index) => (labels.endOf(index), labels),
          new markdownLabels.MarkdownLabels(text),
        ),
      namedLinksIn: (text) => [...markdownLabels.namedLinksIn(text)],
    },
  ],
  'src/common/text/promised-date.ts': [
    promisedDate,
    { findPromisedDate: (text) => promisedDate.findPromisedDate(text, '2026-11-27') },
  ],
  'src/common/text/suggestion.ts': [
    suggestions,
    { suggestion: (text) => suggestions.suggestion(text, ['status', 'x'.repeat(255)]) },
  ],
  'src/common/text/spans.ts': [
    spans,
    {
      matchesAt: (text) => [...spans.matchesAt(text, '@', /@[^@]*/y)],
      replaced: (text) => spans.replaced(text, spans.matchesAt(text, '@', /@/y), () => ''),
      Ahead: (text) =>
        Array.from(text, (_, index) => index).reduce(
          (ahead, index) => (ahead.from(index), ahead),
          new spans.Ahead(text, '}'),
        ),
      longestRun: (text) => spans.longestRun(text, '`'),
    },
  ],
  'src/common/text/folded.ts': [folding, callsWith(folding, 'é')],
  'src/common/validation/search.ts': [search, { searchTerms: search.searchTerms, searchProblem: search.searchProblem }],
  'src/core/mail/name-in-mail.ts': [
    nameInMail,
    { looksLikeAddress: nameInMail.looksLikeAddress, nameInMail: (text) => nameInMail.nameInMail(text, 'x') },
  ],
  'src/modules/files/attachment.dto.ts': [attachments, { allowedFileName: attachments.allowedFileName }],
  'src/modules/files/downloads/file-headers.ts': [
    fileHeaders,
    {
      isPicture: fileHeaders.isPicture,
      fileHeaders: (text) => fileHeaders.fileHeaders({ name: text, contentType: text, version: 1 } as never),
    },
  ],
  'src/modules/imports/run/cell-values.ts': [
    cellValues,
    {
      optionsIn: (text) => cellValues.optionsIn({ type: 'multi_select' }, text),
      valueOfCell: (text) => CUSTOM_FIELD_TYPES.map((type) => cellValues.valueOfCell({ type }, text, () => undefined)),
    },
  ],
  'src/modules/filters/language/filter-error.ts': [
    filterError,
    {
      FilterError: (text) => new filterError.FilterError(text),
    },
  ],
  'src/modules/filters/language/parser.ts': [
    parser,
    { parse: refusing(parser.parse), parseStored: refusing(parser.parseStored) },
  ],
  'src/modules/filters/language/tokens.ts': [
    tokens,
    { tokensOf: refusing(tokens.tokensOf), isWordPoint: tokens.isWordPoint },
  ],
  'src/modules/imports/readers/file-link.ts': [
    fileLink,
    { fileLink: (text) => fileLink.fileLink({ name: text, url: text }), fileStays: fileLink.fileStays },
  ],
  'src/modules/imports/readers/moments.ts': [
    moments,
    {
      momentOf: (text) => moments.momentOf(text, 'UTC'),
      dayOf: (text) => moments.dayOf(text, 'UTC'),
      longDate: moments.longDate,
    },
  ],
  'src/modules/imports/readers/wiki-markup.ts': [
    wikiMarkup,
    { markdownOf: (text) => wikiMarkup.markdownOf(text, names) },
  ],
  'src/modules/imports/readers/wiki-scans.ts': [
    wikiScans,
    {
      taggedIn: (text) => [...wikiScans.taggedIn(text, ['code', 'x'], true)],
      monospacedIn: (text) => [...wikiScans.monospacedIn(text)],
      idleTagsIn: (text) => [...wikiScans.idleTagsIn(text)],
      peopleIn: (text) => [...wikiScans.peopleIn(text)],
      imagesIn: (text) => [...wikiScans.imagesIn(text, () => true)],
      wholesIn: (text) => [...wikiScans.wholesIn(text)],
      namedLinksIn: (text) => [...wikiScans.namedLinksIn(text)],
      bareLinksIn: (text) => [...wikiScans.bareLinksIn(text)],
    },
  ],
  'src/modules/imports/readers/words.ts': [
    words,
    {
      priorityOf: words.priorityOf,
      categoryOf: words.categoryOf,
      standingOf: (text) => words.standingOf({ status: text }),
      statusOf: (text) => words.statusOf({ status: text }),
      meansOpen: words.meansOpen,
      typeOf: words.typeOf,
      numberOfKey: words.numberOfKey,
    },
  ],
  'src/modules/imports/readers/numbers.ts': [
    numbers,
    {
      numberOf: numbers.numberOf,
      hoursOf: numbers.hoursOf,
      hoursOfSeconds: (text) => numbers.hoursOfSeconds(text.length),
    },
  ],
  'src/modules/imports/readers/written-dates.ts': [writtenDates, { readDate: writtenDates.readDate }],
  'src/modules/imports/readers/languages/plain.ts': [plain, { plain: plain.plain, wordsOf: plain.wordsOf }],
  'src/modules/imports/run/archived-ids.ts': [
    archivedIds,
    {
      attachmentIdOf: (text) => archivedIds.attachmentIdOf(UUID, text),
      textHere: (text) => archivedIds.textHere({ userOf: () => undefined } as never, UUID, text),
      changesHere: (text) => archivedIds.changesHere({ title: { from: text, to: text } }, (value) => value),
    },
  ],
  'src/modules/inbox/log/happenings.ts': [
    happenings,
    {
      happeningsOf: (text) =>
        happenings.happeningsOf(
          { ...row, data: { comment: { id: UUID, body: text }, assigneeId: UUID } } as never,
          around as never,
        ),
      isGivenUp: (text) => happenings.isGivenUp({ ...row, data: { title: text }, actorId: text } as never),
      taskIdsOf: (text) => happenings.taskIdsOf({ ...row, data: { id: text } } as never),
    },
  ],
  'src/modules/inbox/mail/mail-form.ts': [
    mailForm,
    {
      soonMail: (text) => mailForm.soonMail(mailed(text), 'https://x'),
      digestMail: (text) => mailForm.digestMail([mailed(text)], 'https://x'),
      speakersMail: (text) =>
        mailForm.speakersMail({ name: text, path: '/', lines: [] }, [mailPart(text)], 'https://x'),
    },
  ],
  'src/modules/mcp/mentioned.ts': [
    mentioned,
    {
      withNamedPeople: (text) =>
        mentioned.withNamedPeople({ readersOf: () => Promise.resolve([user]) } as never, UUID, text),
    },
  ],
  'src/common/http/shown-path.ts': [shownPath, { shownPath: shownPath.shownPath }],
  'src/common/text/by-name.ts': [
    byName,
    {
      ByName: (text) =>
        spans.replaced(text, spans.matchesAt(text, '@', /@/y), ({ end }) => String(PEOPLE.longestAt(text, end).length)),
    },
  ],
  'src/modules/mentions/markdown-parts.ts': [
    markdownParts,
    {
      codeSpansIn: (text) => [...markdownParts.codeSpansIn(text)],
      linksIn: (text) => [...markdownParts.linksIn(text)],
    },
  ],
  'src/modules/mentions/mention-text.ts': [
    mentionText,
    {
      mayMention: mentionText.mayMention,
      mentionsIn: mentionText.mentionsIn,
      addressesIn: mentionText.addressesIn,
      withPeople: (text) => mentionText.withPeople(text, new Map([['mia@example.com', user]])),
      withNames: mentionText.withNames,
      withColleagues: (text) => mentionText.withColleagues(text, [user, { id: UUID, name: 'a a' }]),
      firstColleagueIn: (text) => mentionText.firstColleagueIn(text, new Set([UUID])),
      replacedInProse: (text) => mentionText.replacedInProse(text, (prose) => prose),
    },
  ],
  'src/modules/promises/answers/read-answer.ts': [
    readAnswer,
    { readAnswer: (text) => readAnswer.readAnswer(text, '2026-11-27') },
  ],
  'src/modules/code/applying/meant-tids.ts': [
    meantTids,
    {
      tidsOfBranch: (text) => meantTids.tidsOfBranch(text, true),
      tidsOfText: (text) => meantTids.tidsOfText(text, 'pm.example.com'),
      isRevert: meantTids.isRevert,
      together: (text) => meantTids.together([meantTids.tidsOfBranch(text, true)]),
    },
  ],
  'src/modules/tasks/list/branch-name.ts': [
    branchName,
    { branchNameOf: (text) => branchName.branchNameOf(text, { tid: 'WEB-1', title: text }) },
  ],
  'src/modules/projects/project-key.ts': [
    projectKey,
    { keyFromName: projectKey.keyFromName, firstFreeKey: (text) => projectKey.firstFreeKey(text, new Set()) },
  ],
  'src/modules/scim/scim-patch.ts': [
    scimPatch,
    {
      readOperations: refusing((text) =>
        scimPatch.readOperations({ schemas: [], Operations: [{ op: 'replace', path: text, value: text }] }),
      ),
    },
  ],
  'src/modules/scim/scim-filter.ts': [
    scimFilter,
    {
      readFilter: refusing((text) => scimFilter.readFilter(`userName eq "${text}"`, 'User', {}, 1)),
      withoutSchema: scimFilter.withoutSchema,
    },
  ],
  'src/modules/scim/scim-query.ts': [
    scimQuery,
    {
      listOf: (text) => scimQuery.listOf([text], 1),
      readListQuery: refusing((text) => scimQuery.readListQuery({ count: text })),
      shows: (text) => scimQuery.shows({ attributes: text }, 'userName'),
      shaped: (text) => scimQuery.shaped({ id: '1' }, { attributes: text }),
    },
  ],
  'src/modules/virtual-colleagues/ai-check/believable.ts': [
    believable,
    {
      isBelievable: (text) => believable.isBelievable({ message: text, suggestion: text }, evidence(text)),
      withTids: (text) => believable.withTids(text, new Set()),
    },
  ],
  'src/modules/virtual-colleagues/channels/chat-posts.ts': [
    chatPosts,
    {
      chatPosts: (text) =>
        (['slack', 'teams', 'discord', 'google_chat', 'mattermost', 'plain'] as const).map((format) =>
          chatPosts.chatPosts(format, { name: 'Mia', linkUrl: null, entries: [chatEntry(text)] }),
        ),
    },
  ],
  'src/modules/virtual-colleagues/channels/chat-text.ts': [
    chatText,
    { escapedText: chatText.escapedText, lookAlikeText: chatText.lookAlikeText },
  ],
  'src/modules/virtual-colleagues/settings/rule-template.ts': [
    ruleTemplate,
    {
      customNamesIn: refusing(ruleTemplate.customNamesIn),
      templateParts: refusing(ruleTemplate.templateParts),
      templateProblem: (text) => ruleTemplate.templateProblem(text, true),
      withKeysHere: (text) => ruleTemplate.withKeysHere(text, new Map([['a', 'b']])),
    },
  ],
};

const PEOPLE = new ByName(Array.from({ length: 2_000 }, (_, index) => ({ ...user, name: 'a '.repeat(index % 100) })));

function mailed(text: string): mailForm.MailedEntry {
  const event = { text: `a${text}`, actor: { type: 'user', id: UUID, name: 'a' } };
  return { row: { thingName: text, project: null, task: null } as never, events: [event as never] };
}

/** What it throws is its answer. */
function refusing(read: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      return error;
    }
  };
}
