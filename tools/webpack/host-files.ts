import path from 'node:path';
import { type Chunk, type ChunkGraph, type Module, NormalModule } from 'webpack';

/** Packages that sign-in needs beside the design system; of TanStack the queries alone, for the rows of long tables are a chunk that few pages load. */
const BASE =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|cookie|axios|jotai|@tanstack[\\/](?:react-query|query-core)|react-hook-form)[\\/]/;

type Test = (module: Module, context: { chunkGraph: ChunkGraph }) => boolean;

const resourceOf = (module: Module): string => (module instanceof NormalModule ? module.resource : '');
const isOfPackage: Test = (module) => /[\\/]node_modules[\\/]/.test(resourceOf(module));
/** Not "all but packages": what the plugin puts beside them to ask for shared modules must stay where it is. */
const isOurs: Test = (module) => /[\\/](host|shared-\w+)[\\/]src[\\/]/.test(resourceOf(module));
const both =
  (...tests: Test[]): Test =>
  (module, context) =>
    tests.every((test) => test(module, context));
const either =
  (...tests: Test[]): Test =>
  (module, context) =>
    tests.some((test) => test(module, context));
/** Tells whether a module is in a chunk with this source file. */
function beside(file: string, { butNot }: { butNot?: string } = {}): Test {
  const known = new WeakMap<Chunk, boolean>();
  const look = (chunk: Chunk, chunkGraph: ChunkGraph): boolean => {
    const files = new Set([...chunkGraph.getChunkModulesIterable(chunk)].map(resourceOf));
    return files.has(file) && !(butNot !== undefined && files.has(butNot));
  };
  return (module, { chunkGraph }) =>
    [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => {
      const isThere = known.get(chunk) ?? look(chunk, chunkGraph);
      known.set(chunk, isThere);
      return isThere;
    });
}

/**
 * The host's files by what loads together: packages that every page needs, sign-in included; packages that every page
 * behind the sign-in needs; our own shared code for all of them. By itself webpack makes a file for each set of shared
 * modules that a module is used by: forty of them, many smaller than the head of their response.
 */
export function hostFiles(root: string): Record<string, object> {
  const designSystem = path.join(root, 'shared-ui', 'src');
  const isOfCore = beside(path.join(designSystem, 'core.ts'));
  // The main entry has the basics too, and everything else.
  const isOfBasics = beside(path.join(designSystem, 'basics.ts'), { butNot: path.join(designSystem, 'index.ts') });
  const isOfAuth = beside(path.join(root, 'shared-auth', 'src', 'index.ts'));
  const isOfRouter = beside(path.join(root, 'host', 'src', 'federation', 'router.ts'));
  const isOfBase: Test = (module) => BASE.test(resourceOf(module));
  const common = { chunks: 'async', enforce: true };
  return {
    base: { ...common, name: 'base', test: both(isOfPackage, either(isOfBase, isOfCore)), priority: 2 },
    basics: { ...common, name: 'basics', test: both(isOfPackage, isOfBasics), priority: 1 },
    // Its own code too: sub-paths that use parts of it would have it cut into five files otherwise.
    basicsOwn: { ...common, name: 'basics-own', test: both(isOurs, isOfBasics), priority: 0 },
    shared: { ...common, name: 'shared', test: both(isOurs, either(isOfCore, isOfAuth, isOfRouter)), priority: 1 },
  };
}
