import { settings } from '../lib/texts/settings.ts';
import { TabNav } from './tab-nav.tsx';

/** The screens of the settings. */
export const SETTINGS_PLACES = [
  { to: '/settings/profile', text: settings.profile },
  { to: '/settings/notifications', text: settings.notifications },
  { to: '/settings/api-keys', text: settings.apiKeys },
  { to: '/settings/company', text: settings.company },
  { to: '/settings/people', text: settings.people },
  { to: '/settings/labels', text: settings.labels },
  { to: '/settings/lanes', text: settings.lanes },
];

export const SettingsNav = () => <TabNav name={settings.nav} places={SETTINGS_PLACES} />;
