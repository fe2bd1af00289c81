import { useMay } from '../lib/queries.ts';
import { security } from '../lib/texts/security.ts';
import { settings } from '../lib/texts/settings.ts';
import { TabNav } from './tab-nav.tsx';

/** The screens of the settings. */
export const SETTINGS_PLACES = [
  { to: '/settings/profile', text: settings.profile },
  { to: '/settings/notifications', text: settings.notifications },
  { to: '/settings/security', text: security.title },
  { to: '/settings/api-keys', text: settings.apiKeys },
  { to: '/settings/company', text: settings.company },
  { to: '/settings/people', text: settings.people },
  { to: '/settings/labels', text: settings.labels },
  { to: '/settings/lanes', text: settings.lanes },
  { to: '/settings/about', text: settings.about },
];

/** Besides those, what only some roles see. */
const AUDIT_LOG = { to: '/settings/audit-log', text: settings.auditLog };
const IMPORT = { to: '/settings/import', text: settings.import };
const EXPORT = { to: '/settings/export', text: settings.export };
const SIGN_ON = { to: '/settings/sign-on', text: security.signOn };

export function SettingsNav() {
  const isAdmin = useMay('ADMIN');
  const isOwner = useMay('OWNER');
  const places = [...SETTINGS_PLACES, ...(isAdmin ? [IMPORT, AUDIT_LOG] : []), ...(isOwner ? [EXPORT, SIGN_ON] : [])];
  return <TabNav name={settings.nav} places={places} />;
}
