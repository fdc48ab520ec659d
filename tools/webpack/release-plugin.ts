import { createHash } from 'node:crypto';
import type { Manifest } from '@console/shared-contract/federation';
import { type Compiler, Compilation, sources } from 'webpack';

export interface ReleaseFile {
  /** File name of the entry script in the release folder, or its URL if the build knows where the release will be served. */
  entry: string;
  integrity: string;
  manifest: Manifest;
}

/** Writes `release.json` with the data that the registry needs: entry script, integrity hash and manifest. */
export class ReleasePlugin {
  constructor(
    private readonly manifest: Manifest,
    private readonly container: string,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ReleasePlugin', (compilation) => {
      // Run in the last stage. After minimising and content hashing, the files no longer change.
      compilation.hooks.processAssets.tap({ name: 'ReleasePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }, (assets) => {
        const files = [...(compilation.entrypoints.get(this.container)?.getEntrypointChunk().files ?? [])];
        const entryFile = files.find((file) => file.endsWith('.js'));
        const source = entryFile === undefined ? undefined : assets[entryFile];
        if (entryFile === undefined || source === undefined)
          throw new Error(`The build of ${this.manifest.name} has no container entry.`);
        const integrity = `sha384-${createHash('sha384').update(source.buffer()).digest('base64')}`;
        const { publicPath } = compilation.outputOptions;
        const baseUrl = typeof publicPath === 'string' && publicPath !== 'auto' ? publicPath : '';
        const release: ReleaseFile = { entry: baseUrl + entryFile, integrity, manifest: this.manifest };
        compilation.emitAsset('release.json', new sources.RawSource(JSON.stringify(release, null, 2)));
        compilation.emitAsset('manifest.json', new sources.RawSource(JSON.stringify(this.manifest, null, 2)));
      });
    });
  }
}
