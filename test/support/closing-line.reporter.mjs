import { writeSync } from 'node:fs';

/** Closes a run with the line `N passed, M failed` (and `, K skipped`), after all that Jest itself still has to say. */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    // A file that cannot even be loaded has no tests to count.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
    process.once('exit', () => writeSync(process.stdout.fd, line));
  }
}
