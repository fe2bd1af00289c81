import { sharedTable } from '../database/shared-table.js';

export const events = sharedTable('events');

export const eventPositions = sharedTable('event_positions');
