import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { NotificationSettingsResponse, UpdateNotifications } from 'project-management-sdk';
import { IconButton } from '../../components/button.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { Section } from '../../components/screen.tsx';
import { colleaguesQuery, projectsQuery } from '../../lib/queries.ts';
import { notifications as words } from '../../lib/texts/inbox.texts.ts';

interface Named {
  id: string;
  name: string;
}

interface MutedProps {
  settings: NotificationSettingsResponse;
  onChange: (change: UpdateNotifications) => void;
}

/** Colleagues that say nothing to the reader, and projects of which little is told. */
export function Muted({ settings: { mutedColleagueIds, mutedProjectIds }, onChange }: MutedProps) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  return (
    <Section title={words.muted}>
      <Choice
        label={words.muteColleague}
        all={colleagues}
        ids={mutedColleagueIds}
        onChange={(ids) => onChange({ mutedColleagueIds: ids })}
      />
      <Choice
        label={words.muteProject}
        all={projects}
        ids={mutedProjectIds}
        onChange={(ids) => onChange({ mutedProjectIds: ids })}
      />
    </Section>
  );
}

interface ChoiceProps {
  label: string;
  all: readonly Named[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

function Choice({ label, all, ids, onChange }: ChoiceProps) {
  const others = all.filter(({ id }) => !ids.includes(id)).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label={label}
        choices={[{ value: '', label: words.choose }, ...others]}
        value=""
        onChange={({ target }) => onChange([...ids, target.value])}
      />
      <ul className="flex flex-wrap gap-2">
        {all
          .filter(({ id }) => ids.includes(id))
          .map(({ id, name }) => (
            <li key={id} className="flex items-center gap-1 rounded-md bg-hover pl-2 text-sm">
              {name}
              <IconButton label={words.unmute(name)} onClick={() => onChange(ids.filter((one) => one !== id))}>
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
      </ul>
    </div>
  );
}
