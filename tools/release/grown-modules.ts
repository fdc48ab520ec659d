import type { Registry } from '@console/shared-contract/federation';
import type { Deployment } from './deployment';

const MAX_LISTED = 10;

/** Returns the source length of each module in the source maps. A module that several scripts contain is counted once. */
function measureModules(sourceMaps: readonly Uint8Array[]): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const map of sourceMaps) {
    const { sources = [], sourcesContent = [] } = JSON.parse(Buffer.from(map).toString()) as {
      sources?: string[];
      sourcesContent?: (string | null)[];
    };
    // Remove the start of the path, which contains the version. The same module then has the same name in all versions.
    for (const [index, source] of sources.entries())
      lengths.set(source.replace(/^webpack:\/\/[^/]*\//, ''), sourcesContent[index]?.length ?? 0);
  }
  return lengths;
}

/** Reads the source maps of the active version. Empty if no version is active, or if it was published without source maps. */
async function readActiveMaps(deployment: Deployment, registry: Registry, name: string): Promise<Uint8Array[]> {
  const activeVersion = Object.hasOwn(registry.remotes, name) ? registry.remotes[name]?.active : undefined;
  const description = activeVersion === undefined ? undefined : await deployment.readFile(name, activeVersion, 'release.json');
  if (activeVersion === undefined || !description) return [];
  const { files = [] } = JSON.parse(Buffer.from(description).toString()) as { files?: string[] };
  const maps = await Promise.all(
    files.filter((file) => file.endsWith('.js.map')).map((file) => deployment.readFile(name, activeVersion, file)),
  );
  return maps.flatMap((map) => map ?? []);
}

/** Lists the modules of a release that are new or longer than in the active version, largest difference first. */
export async function listGrownModules(
  files: ReadonlyMap<string, Uint8Array>,
  deployment: Deployment,
  registry: Registry,
  name: string,
): Promise<string[]> {
  const activeLengths = measureModules(await readActiveMaps(deployment, registry, name));
  const lengths = measureModules([...files].flatMap(([file, content]) => (file.endsWith('.js.map') ? [content] : [])));
  const grownModules = [...lengths]
    .map(([module, length]) => ({ module, growth: length - (activeLengths.get(module) ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth);
  return grownModules
    .slice(0, MAX_LISTED)
    .map(({ module, growth }) => `+${(growth / 1000).toFixed(1)} kB of source in ${module}`);
}
