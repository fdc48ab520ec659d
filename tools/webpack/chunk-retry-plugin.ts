import webpack, { type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/**
 * Asks for a chunk that failed under another address the next time. A browser joins a second request for the very
 * address of one that hangs to that one, also when its script element is gone: a retry would hang with it.
 */
class ChunkRetryRuntime extends RuntimeModule {
  constructor() {
    super('chunk retry', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    const load = RuntimeGlobals.loadScript;
    return `const loadScript = ${load}, failures = {};
${load} = (url, done, key, chunk) => {
  const count = failures[url] || 0;
  loadScript(count ? url + "?retry=" + count : url, (event) => {
    if (event.type !== "load") failures[url] = count + 1;
    done(event);
  }, key, chunk);
};`;
  }
}

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
