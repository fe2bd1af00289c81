import { useNavigate } from '@tanstack/react-router';
import { useNames } from '../lib/address.ts';
import { pressWhenThere } from '../lib/press-when-there.ts';
import { useMay } from '../lib/queries.ts';
import { calendarFeeds } from '../lib/texts/calendar-feeds.texts.ts';
import { colleagues } from '../lib/texts/colleagues.texts.ts';
import { epics } from '../lib/texts/epics.texts.ts';
import { fieldSettings } from '../lib/texts/field-settings.texts.ts';
import { planning } from '../lib/texts/planning.texts.ts';
import { projects } from '../lib/texts/projects.texts.ts';
import { people } from '../lib/texts/people.texts.ts';
import { apiKeys, settings } from '../lib/texts/settings.texts.ts';
import { templates } from '../lib/texts/templates.texts.ts';
import { webhooks } from '../lib/texts/webhooks.texts.ts';
import type { Command } from './palette-groups.ts';

/** Everything that the reader may create besides tasks, each by the button of its screen. */
export function useCreationCommands(onClose: () => void): Command[] {
  const navigate = useNavigate();
  const isMember = useMay('MEMBER');
  const isAdmin = useMay('ADMIN');
  const { key } = useNames();
  const making = (text: string, to: string, search: Record<string, string> = {}): Command => ({
    text,
    run: () => {
      onClose();
      void navigate({ to, search }).then(() => pressWhenThere(text));
    },
  });
  return [
    ...(isMember ? [making(projects.newProject, '/projects')] : []),
    ...(isMember && key
      ? [making(epics.newEpic, `/projects/${key}/epics`), making(planning.newSprint, `/projects/${key}/planning`)]
      : []),
    ...(isMember ? [making(settings.newLabel, '/settings/labels')] : []),
    ...(isAdmin
      ? [
          making(settings.newLane, '/settings/lanes'),
          making(fieldSettings.newField, '/settings/fields'),
          making(templates.newTemplate, '/settings/templates'),
          making(settings.newTeam, '/settings/people', { tab: 'teams' }),
          making(colleagues.newColleague, '/colleagues'),
          making(webhooks.newWebhook, '/webhooks'),
          making(people.invite, '/settings/people'),
        ]
      : []),
    making(apiKeys.newKey, '/settings/api-keys'),
    making(calendarFeeds.newFeed, '/settings/calendar'),
  ];
}
