import { Column } from 'typeorm';

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
