import { ChevronDown } from 'lucide-react';
import { Picker } from '../../components/picker.tsx';
import { cx } from '../../lib/cx.ts';
import type { Project } from '../../lib/model.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';

interface ProjectFieldProps {
  projects: readonly Pick<Project, 'id' | 'name'>[];
  projectId: string | undefined;
  /** Stands there while none is chosen. */
  placeholder: string;
  onChange: (projectId: string) => void;
}

/** Which project tasks are to be in. */
export function ProjectField({ projects, projectId, placeholder, onChange }: ProjectFieldProps) {
  const project = projects.find(({ id }) => id === projectId);
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-sm font-medium">
        {taskTexts.page.project}
      </span>
      <Picker
        label={taskTexts.page.project}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        selected={project ? [project.id] : []}
        isField
        onChange={([id = '']) => onChange(id)}
        className="field control flex items-center justify-between gap-2 text-left"
      >
        <span className={cx('min-w-0 truncate', !project && 'text-muted')}>{project?.name ?? placeholder}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </Picker>
    </div>
  );
}
