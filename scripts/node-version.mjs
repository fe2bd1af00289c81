// Imported first, for its effect: stops on a Node.js that is too old, on which it must run itself.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 15)) {
  // `npm ci --ignore-scripts` leaves out the Node.js 24 that the `node` package puts on the PATH of npm's scripts.
  console.error(
    `Node.js 22.15 or newer is needed and this is ${process.version}: install it, or run \`npm ci\` without --ignore-scripts, which brings Node.js 24 for npm and npx.`,
  );
  process.exit(1);
}
