import { RESTART_CHUNK } from '@console/shared-contract/federation';
import webpack, { type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/**
 * Runtime code that adds a different query string to the URL each time a failed chunk is requested again. Browsers join a request to a
 * pending request for the same URL, even if its script element was removed. So a retry with the same URL could hang like the first request.
 *
 * The event `RESTART_CHUNK` requests a pending chunk again. The chunk does not fail, and all code that waits for it receives the new
 * response.
 */
class ChunkRetryRuntime extends RuntimeModule {
  constructor() {
    super('chunk retry', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    const loadScript = RuntimeGlobals.loadScript;
    return `const loadScript = ${loadScript}, failures = {};
${loadScript} = (url, done, key, chunk) => {
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

/** Adds `ChunkRetryRuntime` to every chunk that loads other chunks. */
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
