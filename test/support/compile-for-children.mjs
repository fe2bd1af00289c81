import { URL } from 'node:url';

/** Children that a service under test starts take over its options of Node.js: they run the sources, too. */
const HOOKS = new URL('sources-in-children.mjs', import.meta.url).href;

process.execArgv.push(`--import=${HOOKS}`);
