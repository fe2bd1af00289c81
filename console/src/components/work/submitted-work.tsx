import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { load } from '../../lib/loading.ts';
import { agentWork as words } from '../../lib/texts/agent-work.texts.ts';
import { Disclosure } from '../disclosure.tsx';
import { Skeleton } from '../states.tsx';
import { workQuery } from './work-queries.ts';

/** Loaded once somebody asks for it: reading Markdown is a tenth of the first screen. */
const WorkDetails = lazy(async () => ({ default: (await load(() => import('./work-details.tsx'))).WorkDetails }));

/** What a work has handed in, where only its id is known: how its summary begins, and all of it on demand. */
export function SubmittedWork({ taskId, id }: { taskId: string; id: string }) {
  const { data: work, error } = useQuery(workQuery(taskId, id));
  const [isShown, setShown] = useState(false);
  if (error) return null;
  if (!work) return <Skeleton rows={1} />;
  const beginning = <p className="line-clamp-3 break-words">{work.summary}</p>;
  return (
    <>
      {isShown ? (
        <Suspense fallback={beginning}>
          <WorkDetails work={work} />
        </Suspense>
      ) : (
        beginning
      )}
      <Disclosure isOpen={isShown} onToggle={setShown}>
        {isShown ? words.hideWork : words.showWork}
      </Disclosure>
    </>
  );
}
