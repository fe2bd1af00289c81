import { useMay } from '../lib/queries.ts';
import { security } from '../lib/texts/security.texts.ts';
import { settings } from '../lib/texts/settings.texts.ts';
import { TabNav } from './tab-nav.tsx';

/** The screens of the settings that the reader may see: one's own, the company's, and About. */
export function useSettingsPlaces(): { to: string; text: string }[] {
  const isAdmin = useMay('ADMIN');
  const isOwner = useMay('OWNER');
  return [
    { to: '/settings/profile', text: settings.profile },
    { to: '/settings/notifications', text: settings.notifications },
    { to: '/settings/security', text: security.title },
    { to: '/settings/api-keys', text: settings.apiKeys },
    { to: '/settings/connections', text: settings.connections },
    { to: '/settings/calendar', text: settings.calendar },
    { to: '/settings/company', text: settings.company },
    { to: '/settings/people', text: settings.people },
    { to: '/settings/labels', text: settings.labels },
    { to: '/settings/fields', text: settings.fields },
    { to: '/settings/templates', text: settings.templates },
    { to: '/settings/lanes', text: settings.lanes },
    ...(isOwner ? [{ to: '/settings/sign-on', text: security.signOn }] : []),
    ...(isAdmin ? [{ to: '/settings/code', text: settings.forges }] : []),
    ...(isAdmin ? [{ to: '/settings/import', text: settings.import }] : []),
    ...(isOwner ? [{ to: '/settings/export', text: settings.export }] : []),
    ...(isAdmin ? [{ to: '/settings/audit-log', text: settings.auditLog }] : []),
    { to: '/settings/about', text: settings.about },
  ];
}

export function SettingsNav() {
  return <TabNav name={settings.nav} places={useSettingsPlaces()} />;
}
