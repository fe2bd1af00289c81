import { Column, type ValueTransformer } from 'typeorm';

const asItIs = (value: unknown): unknown => value;

/** Marks the columns of secrets for the rotation of keys; it changes no value. */
export const SECRET_MARK: ValueTransformer = { to: asItIs, from: asItIs };

/** A text that `Secrets` has encrypted for this very place. `npm run secrets:rotate` finds it by itself. */
export function SecretColumn({ nullable = false } = {}): PropertyDecorator {
  return Column({ type: 'text', nullable, transformer: SECRET_MARK });
}
