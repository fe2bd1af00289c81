import { connection, isAnswering } from './connection.ts';

/**
 * Loads a part of the console once the service can be reached. A browser does not ask again for a part that failed: the router
 * then reloads the whole page. Without a connection that would lose the page and the typed text.
 */
export async function load<Part>(part: () => Promise<Part>): Promise<Part> {
  if (!connection.isUp()) await untilUp();
  try {
    return await part();
  } catch (error) {
    if (!(await isAnswering())) await untilUp();
    throw error;
  }
}

function untilUp(): Promise<void> {
  return new Promise((resolve) => {
    const forget = connection.subscribe(() => {
      if (!connection.isUp()) return;
      forget();
      resolve();
    });
  });
}
