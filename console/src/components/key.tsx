/** A key beside what it does; who hears the screen is told by what it stands beside. */
export const Key = ({ name }: { name: string }) => (
  <kbd
    aria-hidden
    className="min-w-5 shrink-0 rounded-sm border border-line bg-hover px-1 text-center font-mono text-xs text-muted"
  >
    {name}
  </kbd>
);
