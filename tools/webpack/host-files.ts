import path from 'node:path';
import { type Chunk, type ChunkGraph, type Module, NormalModule } from 'webpack';

/**
 * Packages that the sign-in page needs in addition to the design system. The pattern does not match TanStack Virtual, which only a few
 * pages need.
 */
const BASE_PACKAGES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|cookie|axios|jotai|@tanstack[\\/](?:react-query|query-core))[\\/]/;

/** Returns whether a module belongs to a webpack cache group, which becomes one file. */
type ModuleTest = (module: Module, context: { chunkGraph: ChunkGraph }) => boolean;

const getResource = (module: Module): string => (module instanceof NormalModule ? module.resource : '');
const isThirdParty: ModuleTest = (module) => /[\\/]node_modules[\\/]/.test(getResource(module));
/** Matches modules of the host and the shared packages, but not modules of the federation plugin, which must stay in their chunks. */
const isWorkspaceSource: ModuleTest = (module) => /[\\/](host|shared-\w+)[\\/]src[\\/]/.test(getResource(module));
const matchesAll =
  (...tests: ModuleTest[]): ModuleTest =>
  (module, context) =>
    tests.every((test) => test(module, context));
const matchesAny =
  (...tests: ModuleTest[]): ModuleTest =>
  (module, context) =>
    tests.some((test) => test(module, context));
/** Returns a test that matches modules in the same chunk as a source file, except chunks that contain `excludedFile`. */
function sharesChunkWith(file: string, { excludedFile }: { excludedFile?: string } = {}): ModuleTest {
  const results = new WeakMap<Chunk, boolean>();
  const matches = (chunk: Chunk, chunkGraph: ChunkGraph): boolean => {
    const files = new Set([...chunkGraph.getChunkModulesIterable(chunk)].map(getResource));
    return files.has(file) && !(excludedFile !== undefined && files.has(excludedFile));
  };
  return (module, { chunkGraph }) =>
    [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => {
      const result = results.get(chunk) ?? matches(chunk, chunkGraph);
      results.set(chunk, result);
      return result;
    });
}

/**
 * Returns the webpack cache groups of the host, each of which becomes a file. There are groups for packages that all pages need, for
 * packages that only pages after sign-in need, and for the code of the shared packages. Without cache groups, webpack would create a file
 * for each combination of shared modules: forty files, many of them smaller than their response headers.
 */
export function createHostCacheGroups(root: string): Record<string, object> {
  const designSystem = path.join(root, 'shared-ui', 'src');
  const isInCore = sharesChunkWith(path.join(designSystem, 'core.ts'));
  // Exclude chunks that contain `index.ts`, because this entry exports the basics together with everything else.
  const isInBasics = sharesChunkWith(path.join(designSystem, 'basics.ts'), { excludedFile: path.join(designSystem, 'index.ts') });
  const isInChoices = sharesChunkWith(path.join(designSystem, 'choices.ts'), {
    excludedFile: path.join(designSystem, 'index.ts'),
  });
  const isInAuth = sharesChunkWith(path.join(root, 'shared-auth', 'src', 'index.ts'));
  const isInRouter = sharesChunkWith(path.join(root, 'host', 'src', 'federation', 'router.ts'));
  const isBasePackage: ModuleTest = (module) => BASE_PACKAGES.test(getResource(module));
  const commonOptions = { chunks: 'async', enforce: true };
  return {
    base: { ...commonOptions, name: 'base', test: matchesAll(isThirdParty, matchesAny(isBasePackage, isInCore)), priority: 2 },
    basics: { ...commonOptions, name: 'basics', test: matchesAll(isThirdParty, isInBasics), priority: 1 },
    // Modules of this repository that every page after sign-in needs. Without this group, webpack would split them into five files.
    basicsOwn: { ...commonOptions, name: 'basics-own', test: matchesAll(isWorkspaceSource, isInBasics), priority: 0 },
    // Third-party modules for lists, tables and forms. Without this group, webpack would split them into four files.
    choices: { ...commonOptions, name: 'choices', test: matchesAll(isThirdParty, isInChoices), priority: 0 },
    shared: {
      ...commonOptions,
      name: 'shared',
      test: matchesAll(isWorkspaceSource, matchesAny(isInCore, isInAuth, isInRouter)),
      priority: 1,
    },
  };
}
