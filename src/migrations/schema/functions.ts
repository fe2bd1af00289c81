/** What tables use. */
export const FUNCTIONS: readonly string[] = [
  // For the search in texts.
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,

  // PostgreSQL 18 has one of its own, 15 to 17 have not.
  `CREATE FUNCTION make_uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
      FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
  $$`,
];
