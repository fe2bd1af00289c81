/** The process behind a `KeptPort`: it ends at once, and Node.js is not told so. */
process.exit();
