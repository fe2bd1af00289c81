import { Link } from '@tanstack/react-router';
import { settings } from '../lib/texts/settings.ts';

const PLACES = [
  ['/settings/profile', settings.profile],
  ['/settings/api-keys', settings.apiKeys],
  ['/settings/company', settings.company],
  ['/settings/people', settings.people],
  ['/settings/labels', settings.labels],
  ['/settings/lanes', settings.lanes],
] as const;

export function SettingsNav() {
  return (
    <nav
      aria-label={settings.nav}
      className="scroll-thin flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3"
    >
      {PLACES.map(([to, text]) => (
        <Link
          key={to}
          to={to as string}
          activeOptions={{ includeSearch: false }}
          className="control -mb-px flex items-center border-b-2 border-transparent px-2 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
