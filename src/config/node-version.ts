// Imported first, for its effect: stops on a Node.js that is too old, in one line.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 15)) {
  process.stderr.write(`Node.js 22.15 or newer is needed and this is ${process.version}\n`);
  process.exit(1);
}
