interface BarsProps {
  /** The accessible name. */
  name: string;
  /** What the pieces of a bar are, and the tokens of their colours. */
  parts: readonly { name: string; colour: string }[];
  rows: readonly { name: string; values: readonly number[]; text: string }[];
}

const shade = (part: BarsProps['parts'][number] | undefined): string => `var(--color-${part?.colour ?? 'edge'})`;

/** Bars side by side, of one piece or several. A picture for the eye: the table below says the same in numbers. */
export function Bars({ name, parts, rows }: BarsProps) {
  const longest = Math.max(1, ...rows.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  return (
    <div role="img" aria-label={name} className="panel p-3">
      <div className="grid grid-cols-[minmax(0,max-content)_1fr_auto] items-center gap-x-3 gap-y-2 text-xs">
        {rows.map((row, index) => (
          <div key={index} className="col-span-full grid grid-cols-subgrid items-center">
            <span className="max-w-40 truncate text-muted">{row.name}</span>
            <span className="flex h-4 gap-px overflow-hidden rounded-sm bg-sunken">
              {row.values.map((value, place) => (
                <span
                  key={place}
                  style={{ width: `${(value / longest) * 100}%`, background: shade(parts[place]) }}
                  hidden={value === 0}
                />
              ))}
            </span>
            <span className="text-right tabular-nums">{row.text}</span>
          </div>
        ))}
      </div>
      {parts.length > 1 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 pt-3 text-xs text-muted">
          {parts.map((part) => (
            <span key={part.name} className="inline-flex items-center gap-1.5">
              <span className="size-2.5 rounded-sm" style={{ background: shade(part) }} />
              {part.name}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
