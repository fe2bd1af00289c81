// A test may fail on a machine that is busy with other things. CI repeats it, and prints why it failed the first time.
if (process.env['CI']) jest.retryTimes(1, { logErrorsBeforeRetry: true });
