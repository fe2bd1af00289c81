import { connection, isAnswering } from './connection.ts';

/**
 * Loads a part of the console once the service can be reached. Without this, the router loads the whole page anew when a part does
 * not come: without a connection that is the end of the page, and of what was typed on it.
 */
export async function load<Part>(part: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await part();
    } catch {
      // After a new version was put in place, its parts have new names: then this fails again, and the page is loaded anew.
      if (await isAnswering()) return await part();
      await untilUp();
    }
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
