/** 1.2.3, with or without a pre-release or build. */
const EXACT_VERSION = /^\d+\.\d+\.\d+([-+][\w.+-]+)?$/;
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * What in a package-lock.json (its parsed text) leaves open which bytes `npm ci` installs, one line each: a dependency of
 * this repository by a range, an installed package without an exact version, or without the hash of its bytes.
 */
export function lockProblems(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    path.includes('node_modules/') ? installedProblems(path, entry) : requestedProblems(path, entry),
  );
}

/** Of the repository itself, and of its workspaces. */
function requestedProblems(path, { dependencies, devDependencies, optionalDependencies }) {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(
      ([name, version]) => `${path || 'package.json'}: ${name} is asked for as "${version}", not by an exact version`,
    );
}

function installedProblems(path, { version, integrity, link, inBundle }) {
  // A link leads to a workspace; a bundled package comes inside another one.
  if (link || inBundle) return [];
  const problems = [];
  if (!EXACT_VERSION.test(version ?? '')) problems.push(`${path}: no exact version`);
  if (!INTEGRITY.test(integrity ?? '')) problems.push(`${path}: no integrity (sha512)`);
  return problems;
}
