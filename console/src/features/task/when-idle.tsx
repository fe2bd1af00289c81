import { useEffect, useState } from 'react';
import { fetchWhenIdle } from '../../lib/idle.ts';
import { onDemand, type Part } from '../../lib/on-demand.tsx';

/** A part that is fetched when the browser is idle, and shown from then on. */
export function whenIdle<Props extends object>(part: Part<Props>) {
  const Shown = onDemand(part);
  return function Later(props: Props) {
    const [isThere, setThere] = useState(false);
    useEffect(() => fetchWhenIdle(() => Shown.prepare().then(() => setThere(true))), []);
    return isThere && <Shown {...props} />;
  };
}
