/** A line of the table that the benchmark prints. */
export interface Measurement {
  name: string;
  /** What ours is compared with, as it is shown. */
  reference: string;
  ours: string;
  /** Ours over the reference, where the target is a ratio. */
  ratio: number | null;
  target: string;
  isMet: boolean;
}

/** As Markdown. */
export function tableOf(measurements: readonly Measurement[]): string {
  const rows = [
    ['measure', 'compared with', 'ours', 'ratio', 'target', 'met'],
    ...measurements.map(({ name, reference, ours, ratio, target, isMet }) => {
      return [name, reference, ours, ratio?.toFixed(2) ?? '', target, isMet ? 'yes' : 'NO'];
    }),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [header = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [header, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines].join('\n');
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that so large a share of all lies below. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** A value with a limit of its own, compared with nothing. */
export function absolute(
  name: string,
  value: number,
  unit: string,
  limit: { least: number } | { most: number },
): Measurement {
  const isMet = 'least' in limit ? value >= limit.least : value <= limit.most;
  const target = 'least' in limit ? `≥ ${limit.least}${unit}` : `≤ ${limit.most.toLocaleString('en')}${unit}`;
  return { name, reference: '', ours: `${Math.round(value)}${unit}`, ratio: null, target, isMet };
}
