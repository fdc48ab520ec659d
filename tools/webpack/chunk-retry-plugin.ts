import { RESTART_CHUNK } from '@console/shared-contract/federation';
import webpack, { type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/**
 * Requests a failed chunk with a different query string on the next attempt. Browsers merge a second request for the same URL with
 * a pending request, even if the script element was removed. A retry with the same URL would hang together with the first request.
 *
 * `RESTART_CHUNK` requests a pending chunk again without failing it, so everything that waits for it receives the new response.
 */
class ChunkRetryRuntime extends RuntimeModule {
  constructor() {
    super('chunk retry', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    const load = RuntimeGlobals.loadScript;
    return `const loadScript = ${load}, failures = {};
${load} = (url, done, key, chunk) => {
  const request = () => {
    const count = failures[url] || 0;
    loadScript(count ? url + "?retry=" + count : url, (event) => {
      if (event.type !== "load") failures[url] = count + 1;
      if (event.detail === ${JSON.stringify(RESTART_CHUNK)}) request();
      else done(event);
    }, key, chunk);
  };
  request();
};`;
  }
}

/** Adds the retry code to every chunk that loads other chunks. */
export class ChunkRetryPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ChunkRetryPlugin', (compilation) => {
      const chunks = new WeakSet<webpack.Chunk>();
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap('ChunkRetryPlugin', (chunk) => {
        if (chunks.has(chunk)) return;
        chunks.add(chunk);
        compilation.addRuntimeModule(chunk, new ChunkRetryRuntime());
      });
    });
  }
}
