import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface TabNavProps {
  /** The accessible name. */
  name: string;
  places: readonly { to: string; text: string }[];
}

/** The screens of a part of the console, side by side; where there is no room for all, the present one is in the middle. */
export function TabNav({ name, places }: TabNavProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const present = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    // Not `scrollIntoView`: the first Tab would go on from there.
    if (nav.current && present)
      nav.current.scrollLeft = present.offsetLeft + present.offsetWidth / 2 - nav.current.clientWidth / 2;
  }, []);
  return (
    <nav
      ref={nav}
      aria-label={name}
      className="no-scrollbar flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3"
    >
      {places.map(({ to, text }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ includeSearch: false }}
          className="control -mb-px flex shrink-0 items-center justify-center border-b-2 pointer-coarse:min-w-11 border-transparent px-2 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
