import { Column } from 'typeorm';

/** Now, but at least a millisecond after each of `moments`: `updatedAt` rises with every change. */
export function momentAfter(...moments: string[]): string {
  return new Date(Math.max(Date.now(), ...moments.map((moment) => Date.parse(moment) + 1))).toISOString();
}

/** A moment in milliseconds, read as ISO 8601 in UTC. TypeORM makes a Date of it on the way. */
export function TimestampColumn({ nullable = false } = {}): PropertyDecorator {
  return Column({
    type: 'timestamptz',
    precision: 3,
    nullable,
    transformer: {
      to: (value: string | null | undefined) => value,
      from: (value: Date | null) => value?.toISOString() ?? null,
    },
  });
}
