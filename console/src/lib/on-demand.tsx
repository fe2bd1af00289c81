import { type ComponentType, lazy, Suspense, useState } from 'react';
import { load } from './loading.ts';

/**
 * A part that is loaded when it is shown for the first time; until then its stand-in, if any, is in its place. `prepare` loads it
 * before: what is there in time is shown at once, whereas React lets 300 ms pass between a stand-in and its part.
 */
export function onDemand<Props extends object>(
  part: () => Promise<{ default: ComponentType<Props> }>,
  StandIn?: ComponentType<Props>,
) {
  let prepared: ComponentType<Props> | undefined;
  const Part = lazy(() => load(part)) as unknown as ComponentType<Props>;
  const OnDemand = (props: Props) => {
    const [Shown] = useState(() => prepared ?? Part);
    return (
      <Suspense fallback={StandIn && <StandIn {...props} />}>
        <Shown {...props} />
      </Suspense>
    );
  };
  /** A failure is told where the part is shown. */
  const prepare = () =>
    load(part).then(
      (module) => (prepared = module.default),
      () => undefined,
    );
  return Object.assign(OnDemand, { prepare });
}
