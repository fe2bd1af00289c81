import { join } from 'node:path';
import Runtime from 'jest-runtime';

/** Suites in `src`, `sdk`, `console` and `scripts`. */
const SUITE = /\.spec\.(ts|mjs)$/;

/** The modules of each environment, and their source maps. */
const kept = new WeakMap();

/**
 * Loads the modules of the service and of its packages once for all suites of a worker; those of the tests are loaded anew for each
 * suite. By itself jest loads all of them anew, some two thousand, and the engine optimizes their code anew: that takes
 * longer than the tests of most suites. It is safe because modules of the service keep no state outside of the application that uses
 * them: one process may have several.
 */
export default class KeptModules extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    if (!kept.has(environment)) kept.set(environment, { modules: new Map(), sourceMaps: new Map() });
    const { modules, sourceMaps } = kept.get(environment);
    this.registries.moduleRegistry = modules;
    this.transformCache.sourceMaps = sourceMaps;
    this.testFolder = join(config.rootDir, 'test/');
    this.setupFiles = config.setupFiles;
  }

  /** Not all of what jest does: a module that this suite has loaded may require another in a later suite. */
  teardown() {
    this.restoreAllMocks();
    const { moduleRegistry, internalModuleRegistry } = this.registries;
    for (const path of moduleRegistry.keys()) if (this.isOfTests(path)) moduleRegistry.delete(path);
    internalModuleRegistry.clear();
    this.fileCache.clear();
    this.transformCache.clear();
    this.enterTestCode();
  }

  /** Setup files change the packages and the global object, which are kept: once. */
  isOfTests(path) {
    return SUITE.test(path) || (path.startsWith(this.testFolder) && !this.setupFiles.includes(path));
  }
}
