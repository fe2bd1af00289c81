import { useMay } from '../lib/queries.ts';
import { about } from '../lib/texts/about.ts';
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
  { to: '/settings/about', text: about.title },
];

/** Of those, an OWNER alone has one more. */
const SIGN_ON = { to: '/settings/sign-on', text: security.signOn };

export function SettingsNav() {
  const isOwner = useMay('OWNER');
  return <TabNav name={settings.nav} places={isOwner ? [...SETTINGS_PLACES, SIGN_ON] : SETTINGS_PLACES} />;
}
