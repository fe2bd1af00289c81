import { LIST_POOL_SIZE } from './list-pool.js';

/** The one that listens for notifications, and the one that quick reads share. */
const SINGLE_CONNECTIONS = 2;

/** Most connections that one process of the service keeps open. */
export function connectionsOfProcess(poolSize: number): number {
  return poolSize + LIST_POOL_SIZE + SINGLE_CONNECTIONS;
}
