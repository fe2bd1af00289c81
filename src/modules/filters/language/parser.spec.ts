import fc from 'fast-check';
import { checkedValues } from '../filter-values.js';
import { FilterError } from './filter-error.js';
import { BUILT_IN, type FieldName } from './filter-fields.js';
import { parse } from './parser.js';
import { print } from './printer.js';

/** The canonical text, or what is wrong. */
function read(text: string): string {
  try {
    return print(checkedValues(parse(text)));
  } catch (error) {
    if (error instanceof FilterError) return error.message;
    throw error;
  }
}

describe('a filter', () => {
  it.each([
    ['', ''],
    ['   ', ''],
    [
      'status in ("To Do", "In Progress") and priority >= High and (assignee = me or assignee is empty) and due < today+7d and label != wontfix and not blocked and text ~ "sign in"',
      'status in ("To Do", "In Progress") and priority >= High and (assignee = me or assignee is empty) and due < today+7d and label != wontfix and not blocked and text ~ "sign in"',
    ],
    ['STATUS = Done', 'status = Done'],
    ['status==Done', 'status = Done'],
    ['status <> Done', 'status != Done'],
    ['lane:Done', 'status = Done'],
    ['status:"To Do",Done', 'status in ("To Do", Done)'],
    ['title:login', 'title ~ login'],
    ['title contains "log in"', 'title ~ "log in"'],
    ['text !~ x', 'text !~ x'],
    ['label in [a, b]', 'label in (a, b)'],
    ['label not in (a)', 'label not in (a)'],
    ['assignee is null', 'assignee is empty'],
    ['assignee IS NOT NULL', 'assignee is not empty'],
    ['no:label has:assignee', 'label is empty and assignee is not empty'],
    ['is:blocked is:open', 'blocked and not done'],
    ['!blocked is:subtask', 'not blocked and subtask'],
    ['-label:bug', 'not label = bug'],
    ['-(done or blocked)', 'not (done or blocked)'],
    ['!done && blocked || overdue', 'not done and blocked or overdue'],
    ['done and (blocked or overdue) subtask', 'done and (blocked or overdue) and subtask'],
    ['((done))', 'done'],
    ['not not done', 'done'],
    ['done = false', 'not done'],
    ['done != false', 'done'],
    ['blocked = TRUE', 'blocked'],
    ['priority > medium', 'priority > Medium'],
    ['points >= 3.50', 'estimate >= 3.5'],
    [`estimate < 1${'0'.repeat(24)}`, `estimate < 1${'0'.repeat(24)}`],
    ['estimate = -0.0', 'estimate = 0'],
    ['estimate > "-5.50" and logged:-1 -done', 'estimate > -5.5 and logged = -1 and not done'],
    ['estimate > .0000005', 'estimate > 0.0000005'],
    ['due < +3d', 'due < now+3d'],
    ['due < -2w', 'due < now-2w'],
    ['due <= today + 7d', 'due <= today+7d'],
    ['due <= today +7d', 'due <= today+7d'],
    ['due <= TODAY+ 7D done', 'due <= today+7d and done'],
    ['due <= today + 7 d done', 'due <= today+7d and done'],
    ['due > - 2 w -done', 'due > now-2w and not done'],
    ['due > today -done', 'due > today and not done'],
    ['due = 2026-12-24', 'due = 2026-12-24'],
    ['due = "2026-12-24T09:00:00Z"', 'due = "2026-12-24T09:00:00Z"'],
    ['created >= week-1w', 'created >= week-1w'],
    ["title = 'it\\'s'", 'title = "it\'s"'],
    ['title = "a \\"b\\" \\\\ c"', 'title = "a \\"b\\" \\\\ c"'],
    ['title = "a\\b"', 'title = "a\\\\b"'],
    ['label = "and"', 'label = "and"'],
    ['assignee = "me"', 'assignee = "me"'],
    ['sprint = active', 'sprint = active'],
    ['sprint = "active"', 'sprint = "active"'],
    ['label = "plain"', 'label = plain'],
    ['label = été', 'label = été'],
    ['assignee = mia@example.com', 'assignee = mia@example.com'],
    ['external = jira:WEB-12 done', 'external = "jira:WEB-12" and done'],
    ['external:github:acme/shop#12', 'external = "github:acme/shop#12"'],
    ['external in (jira:WEB-1, "jira:WEB-2")', 'external in ("jira:WEB-1", "jira:WEB-2")'],
    ['external = jira is:done', 'external = jira and done'],
    ['done or blocked and overdue', 'done or blocked and overdue'],
  ])('%j is read as %j', (text, canonical) => {
    expect(read(text)).toBe(canonical);
    expect(read(canonical)).toBe(canonical);
  });

  it.each([
    ['status = Done and prio = High', 'Column 19: unknown field "prio"; did you mean "priority"?'],
    ['asignee = me', 'Column 1: unknown field "asignee"; did you mean "assignee"?'],
    ['status', 'Column 7: expected an operator after "status" (=, !=, ~, !~, in, not in), found the end'],
    ['status =', 'Column 9: expected a value, found the end'],
    ['status = "open', 'Column 10: the text that begins with " has no end'],
    ['(done', 'Column 6: expected ")", found the end'],
    ['done)', 'Column 5: unexpected ")"; and, or, or the end may follow'],
    ['and done', 'Column 1: "and" is a keyword, a field may stand here'],
    ['label = in', 'Column 9: "in" is a keyword; as a value it stands in quotes'],
    ['label < a', 'Column 7: label does not take "<"; it takes =, !=, in, not in, is empty, is not empty'],
    ['priority = Hihg', 'Column 12: "Hihg" is no priority; did you mean "High"?'],
    ['estimate > many', 'Column 12: "many" is not a number'],
    ['due < soon', 'Column 7: "soon" is no date; write 2026-12-24, "2026-12-24T09:00:00Z", today, week, now-3d or +2w'],
    ['due < 2026-02-30', /^Column 7: "2026-02-30" is no date/],
    ['due < "2026-12-24T09"', /^Column 7: "2026-12-24T09" is no date/],
    ['due < "2026-W52-4T09:00:00Z"', /^Column 7: "2026-W52-4T09:00:00Z" is no date/],
    ['due < 0000-12-31', 'Column 7: "0000-12-31" is too far away'],
    ['label constructor x', 'Column 7: expected an operator after "label"'],
    ['due < now+100000m', 'Column 7: "now+100000m" is too far away'],
    ['title is empty', 'Column 7: title does not take "is empty"; it takes =, !=, ~, !~'],
    ['assignee is mia', 'Column 13: expected "empty" or "not empty" after "is", found "mia"; to compare, write ='],
    ['label in a', 'Column 10: expected "(" after "in", found "a"'],
    ['label in ()', 'Column 11: expected a value, found ")"'],
    ['label in (a b)', 'Column 13: expected "," or ")", found "b"'],
    [
      'is:label',
      /^Column 4: "label" is no state; is: takes open, blocked, done, overdue, subtask, archived, duplicate$/,
    ],
    ['done $', 'Column 6: unexpected "$"; texts with such characters stand in quotes'],
    ['👍👍 = x', 'Column 1: unexpected "👍"; texts with such characters stand in quotes'],
    ['title = "👍" x', 'Column 13: unknown field "x"; fields are'],
    [`title = "${'x'.repeat(2_000)}"`, 'At most 2,000 characters'],
    [Array.from({ length: 51 }, () => 'done').join(' '), 'At most 50 conditions'],
    [`${'('.repeat(11)}done${')'.repeat(11)}`, 'At most 10 levels of brackets'],
    [`label in (${Array.from({ length: 201 }, (_, index) => index).join(',')})`, 'At most 200 values in a list'],
    ['text ~ a text ~ b text ~ c text !~ d title ~ e title ~ f', 'At most 5 of ~ and !~ together'],
    [
      `text ~ "${Array.from({ length: 21 }, (_, index) => `t${index}`).join(' ')}"`,
      'Must have at most 20 different terms',
    ],
    [`title ~ ${'x'.repeat(201)}`, 'Must have terms of at most 200 characters'],
    ['priority = ""', 'Column 12: "" is no priority; it takes None, Low, Medium, High, Urgent'],
    ['lable = bug', 'Column 1: unknown field "lable"; did you mean "label"?'],
  ])('%j is refused with %j', (text, message) => {
    if (typeof message === 'string') expect(read(text)).toContain(message);
    else expect(read(text)).toMatch(message);
  });

  const word = fc.stringMatching(/^[a-z0-9_./#@-]{1,12}$/);
  const content = fc.oneof(word, fc.string({ maxLength: 20 }));
  const quoted = content.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  const value = (field: FieldName) => {
    const { type, values } = BUILT_IN[field];
    if (type === 'enum') return fc.constantFrom(...(values ?? []).flatMap((name) => [name, name.toUpperCase()]));
    if (type === 'number') return fc.nat(100).map(String);
    if (type === 'date') return fc.constantFrom('today', 'now-3h', 'week+2w', '2026-02-28', '+3d', 'month - 1m');
    return type === 'flag' ? fc.constantFrom('true', 'false') : quoted;
  };
  const condition = fc.constantFrom(...(Object.keys(BUILT_IN) as FieldName[])).chain((field) => {
    const { operators } = BUILT_IN[field];
    const usable = operators.filter((operator) => operator !== '~' && operator !== '!~');
    if (usable.length === 0) return fc.constant('done');
    return fc.constantFrom(...usable).chain((operator) => {
      if (operator === 'empty') return fc.constantFrom(`${field} is empty`, `no:${field}`);
      if (operator === 'in')
        return fc
          .array(value(field), { minLength: 1, maxLength: 3 })
          .map((all) => `${field} not in [${all.join(',')}]`);
      return value(field).map((text) => `${field} ${operator} ${text}`);
    });
  });
  const { filter } = fc.letrec<{ filter: string }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      condition,
      tie('filter').map((inner) => `not (${inner})`),
      fc.tuple(tie('filter'), tie('filter')).map(([one, other]) => `(${one}) or ${other}`),
      fc.tuple(tie('filter'), tie('filter')).map(([one, other]) => `(${one}) ${other}`),
    ),
  }));

  it('in canonical text reads as itself', () => {
    fc.assert(
      fc.property(filter, (text) => {
        const canonical = read(text);
        expect(read(canonical)).toBe(canonical);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any text is a tree or an error', () => {
    const piece = fc.oneof(
      fc.constantFrom('(', ')', 'not ', 'and ', 'in(', '"', "'", '-', '+', ':', ',', 'due ', '=', '< '),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        expect(typeof read(pieces.join('').slice(0, 2_000))).toBe('string');
      }),
      { numRuns: 2_000 },
    );
  });
});
