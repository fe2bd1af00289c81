import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INBOX_REASONS } from '#core/events/inbox-notice.js';
import { withDefaults } from './settings/notification-choices.js';

it('docs/reference/inbox.md lists every reason in its order, with its mail', () => {
  const text = readFileSync(join(__dirname, '../../../docs/reference/inbox.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` .*\| `(\w+)` +\|$/gm)].map(([, reason, mail]) => [reason, mail]);
  expect(rows).toEqual(INBOX_REASONS.map((reason) => [reason, withDefaults().mail[reason]]));
});
