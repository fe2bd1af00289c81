import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Awaited } from './awaited.tsx';
import { fetchWhenIdle } from './idle.ts';
import { load } from './loading.ts';

export type Part<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part that is loaded when it is shown for the first time; until then its stand-in, if any, is in its place. `prepare` loads it
 * before: what is there in time is shown at once, whereas React lets 300 ms pass between a stand-in and its part.
 */
export function onDemand<Props extends object>(part: Part<Props>, StandIn?: ComponentType<Props>) {
  let prepared: ComponentType<Props> | undefined;
  const Shown = lazy(() => load(part)) as unknown as ComponentType<Props>;
  const OnDemand = (props: Props) => {
    const [Chosen] = useState(() => prepared ?? Shown);
    return (
      <Suspense fallback={StandIn && <StandIn {...props} />}>
        <Chosen {...props} />
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

/**
 * What opens when it is asked for and takes the keys: those that are pressed before it stands are kept for it. It is
 * fetched when the browser is idle.
 */
export function overlay<Props extends { onClose?: (withFocus: boolean) => void }>(part: Part<Props>) {
  const Overlay = onDemand<Props>(part, ({ onClose }) => <Awaited onCancel={() => onClose?.(true)} />);
  fetchWhenIdle(Overlay.prepare);
  return Overlay;
}
