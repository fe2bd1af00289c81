import { EnvMissingError } from 'envalid';

/** What makes a variable needed, of those that are given; undefined: nothing does. */
type Need = (given: Readonly<Record<string, unknown>>) => string | undefined;

const besides =
  (other: string): Need =>
  (given) =>
    given[other] === undefined ? undefined : other;
const withFiles: Need = ({ TLS_MODE }) => (TLS_MODE === 'files' ? 'TLS_MODE=files' : undefined);

const S3_VARIABLES = ['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY'] as const;
/** A bucket may be named beside `FILES=disk`: for files that are there, or shall go there. */
const withBucket: Need = (given) =>
  given['FILES'] === 's3' ? 'FILES=s3' : S3_VARIABLES.find((name) => given[name] !== undefined);

const NEEDS: Readonly<Record<string, Need>> = {
  AI_MODEL: besides('AI_BASE_URL'),
  DATABASE_URL: besides('DATABASE_DIRECT_URL'),
  JWT_SECRET: besides('DATABASE_URL'),
  SECRETS_KEY: besides('DATABASE_URL'),
  TLS_CERT_FILE: withFiles,
  TLS_KEY_FILE: withFiles,
  ...Object.fromEntries(S3_VARIABLES.map((name) => [name, withBucket])),
};

/** The options of a variable that is needed with another one; `desc` says what it has to be. */
export const needed = (name: string, desc = '') => ({
  default: undefined,
  desc,
  requiredWhen: (given: Record<string, unknown>) => NEEDS[name]?.(given) !== undefined,
});

/** What is wrong with a variable; of a missing one, what needs it. */
export function problemOf(name: string, error: Error | undefined, given: Record<string, unknown>): string {
  const message = error?.message.trim() ?? '';
  if (!(error instanceof EnvMissingError)) return message;
  return [`is needed with ${NEEDS[name]?.(given)}`, message].filter(Boolean).join(': ');
}
