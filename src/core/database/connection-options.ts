import type { PoolConfig } from 'pg';
import { databaseTypes } from './database-types.js';

/** What every connection of the service to PostgreSQL has in common. A wait for a connection ends after 5 s. */
export const connectionOptions: PoolConfig = {
  application_name: 'project-management-service',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  options: '-c timezone=UTC',
  types: databaseTypes,
};
