import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../components/button.tsx';
import { useKeys } from '../../lib/keys.ts';
import { texts } from '../../lib/texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { placeOf } from '../../lib/walk.ts';

const { page: words } = taskTexts;

interface NeighboursProps {
  tid: string;
  /** The list beside it has these keys itself. */
  isKeyed?: boolean;
  onGo: (tid: string) => void;
}

/** The way to the tasks beside this one in the list that it was opened from, by buttons and by `j` and `k`. */
export function Neighbours({ tid, isKeyed = true, onGo }: NeighboursProps) {
  const place = placeOf(tid);
  const go = (beside: { tid: string } | undefined) => beside && onGo(beside.tid);
  const buttons = useRef<HTMLDivElement>(null);
  useKeys(isKeyed ? { j: () => go(place?.next), k: () => go(place?.previous) } : {}, buttons);
  // The list behind goes along, and reads what it comes to.
  useEffect(() => {
    if (place?.id) document.querySelector(`[data-task="${place.id}"]`)?.scrollIntoView({ block: 'center' });
  }, [place?.id]);
  if (!place) return null;
  return (
    <div ref={buttons} className="flex items-center">
      <IconButton
        label={words.previousTask}
        title={texts.common.withKey(words.previousTask, 'k')}
        disabled={!place.previous}
        onClick={() => go(place.previous)}
        className="disabled:opacity-40"
      >
        <ChevronUp size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={words.nextTask}
        title={texts.common.withKey(words.nextTask, 'j')}
        disabled={!place.next}
        onClick={() => go(place.next)}
        className="disabled:opacity-40"
      >
        <ChevronDown size={16} aria-hidden />
      </IconButton>
      <span className="px-1 text-xs whitespace-nowrap text-muted">{words.placeInList(place.at, place.of)}</span>
    </div>
  );
}
