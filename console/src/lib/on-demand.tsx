import { type ComponentType, lazy, Suspense } from 'react';
import { load } from './loading.ts';

/** A part that is loaded when it is shown for the first time; until then nothing stands in its place. */
export function onDemand<Props extends object>(part: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazy(() => load(part)) as unknown as ComponentType<Props>;
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
