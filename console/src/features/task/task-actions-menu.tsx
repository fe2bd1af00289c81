import { useQuery } from '@tanstack/react-query';
import { Ellipsis, FileText, Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { LOOK, MenuButton } from '../../components/menu.tsx';
import { copyMarkdown } from '../../components/task-copy.ts';
import { overlay } from '../../lib/on-demand.tsx';
import { copyText } from '../../lib/clipboard.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { oneTask, useOpen } from '../../lib/opening.ts';
import { projectsQuery, useMayWrite } from '../../lib/queries.ts';
import { linkTo, removeTask } from '../../lib/task-actions.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';

const MakeRecurring = overlay(() => import('../../components/recurrences/make-recurring.tsx'));
const SaveTemplate = overlay(() => import('../../components/templates/save-template.tsx'));

export function TaskActions({ task, onDelete }: { task: TaskDetail; onDelete: () => void }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const mayWrite = useMayWrite(projects.find(({ id }) => id === task.projectId));
  const [opened, setOpened] = useState<'template' | 'recurrence'>();
  const close = () => setOpened(undefined);
  const open = useOpen();
  return (
    <>
      <Button
        look="quiet"
        title={taskTexts.page.copyLink}
        onClick={() => void copyText(linkTo(task.tid), taskTexts.page.copied)}
      >
        <Link2 size={14} aria-hidden />
        <span className="max-sm:sr-only">{taskTexts.page.copyLink}</span>
      </Button>
      <IconButton label={taskTexts.page.copyMarkdown} onClick={() => void copyMarkdown(task)}>
        <FileText size={15} aria-hidden />
      </IconButton>
      {mayWrite && (
        <>
          <MenuButton
            label={taskTexts.page.more}
            className={LOOK}
            entries={() => [
              { text: texts.common.duplicate, run: () => open({ what: 'duplicate', tasks: oneTask(task) }) },
              { text: texts.common.moveToProject, run: () => open({ what: 'transfer', tasks: oneTask(task) }) },
              { text: taskTexts.page.saveAsTemplate, run: () => setOpened('template') },
              { text: taskTexts.page.makeRecurring, run: () => setOpened('recurrence') },
            ]}
          >
            <Ellipsis size={15} aria-hidden />
          </MenuButton>
          <IconButton label={texts.common.delete} onClick={() => removeTask(task, onDelete)}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        </>
      )}
      {opened === 'template' && <SaveTemplate task={task} onClose={close} />}
      {opened === 'recurrence' && <MakeRecurring task={task} onClose={close} />}
    </>
  );
}
