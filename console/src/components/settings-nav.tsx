import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../lib/queries.ts';
import { security } from '../lib/texts/security.texts.ts';
import { settings } from '../lib/texts/settings.texts.ts';

interface Place {
  to: string;
  text: string;
}

interface PlaceGroup {
  name: string;
  places: Place[];
}

/** The screens of the settings that the reader may see: one's own, and the company's. */
function useSettingsGroups(): PlaceGroup[] {
  const isAdmin = useMay('ADMIN');
  const isOwner = useMay('OWNER');
  const own = [
    { to: '/settings/profile', text: settings.profile },
    { to: '/settings/notifications', text: settings.notifications },
    { to: '/settings/security', text: security.title },
    { to: '/settings/api-keys', text: settings.apiKeys },
    { to: '/settings/connections', text: settings.connections },
    { to: '/settings/calendar', text: settings.calendar },
  ];
  const shared = [
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
  return [
    { name: settings.you, places: own },
    { name: settings.company, places: shared },
  ];
}

export const useSettingsPlaces = (): Place[] => useSettingsGroups().flatMap(({ places }) => places);

/** At the left; in one row above the screen where there is little room, with the present one in the middle. */
export function SettingsNav() {
  const nav = useRef<HTMLElement>(null);
  const groups = useSettingsGroups();
  useEffect(() => {
    const present = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    // Not `scrollIntoView`: the first Tab would go on from there.
    if (nav.current && present)
      nav.current.scrollLeft = present.offsetLeft + present.offsetWidth / 2 - nav.current.clientWidth / 2;
  }, []);
  return (
    <nav
      ref={nav}
      aria-label={settings.nav}
      className="no-scrollbar relative flex shrink-0 gap-4 overflow-auto border-b border-line px-3 lg:sticky lg:top-0 lg:max-h-dvh lg:w-48 lg:flex-col lg:self-start lg:border-0 lg:py-2"
    >
      {groups.map(({ name, places }) => (
        <div
          key={name}
          role="group"
          aria-label={name}
          className="flex shrink-0 items-center gap-1 lg:flex-col lg:items-stretch lg:gap-0.5"
        >
          <span aria-hidden className="px-2 text-xs font-medium whitespace-nowrap text-muted lg:pb-1">
            {name}
          </span>
          {places.map(({ to, text }) => (
            <Link key={to} to={to} activeOptions={{ includeSearch: false }} className={LINK}>
              {text}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

const LINK =
  'control -mb-px flex shrink-0 items-center justify-center border-b-2 border-transparent px-2 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-medium aria-[current=page]:text-ink lg:mb-0 lg:justify-start lg:rounded-md lg:border-0 lg:hover:bg-hover lg:aria-[current=page]:bg-hover';
