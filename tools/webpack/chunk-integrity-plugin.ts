import { createHash } from 'node:crypto';
import webpack, { type Compilation, type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule, sources } = webpack;
const { LoadScriptRuntimeModule } = webpack.runtime;

const PLACEHOLDER_PREFIX = 'CHUNK_INTEGRITY_';
/**
 * Length of a SHA-256 hash in base64. A SHA-384 hash, which the registry uses for entry scripts, would be 50 % longer. Placeholders have
 * the same length as the hashes that replace them, so that source maps stay correct.
 */
const PLACEHOLDER_LENGTH = 44;
const PLACEHOLDER_PATTERN = new RegExp(`${PLACEHOLDER_PREFIX}[\\w-]{${PLACEHOLDER_LENGTH - PLACEHOLDER_PREFIX.length}}`, 'g');

const createPlaceholder = ({ id }: webpack.Chunk) =>
  PLACEHOLDER_PREFIX +
  String(id)
    .replace(/[^\w-]/g, '-')
    .padEnd(PLACEHOLDER_LENGTH - PLACEHOLDER_PREFIX.length, '_');

/** Runtime code that contains the hashes of all chunks and checks the scripts. Chunks without a script also have a hash. */
class ChunkIntegrityRuntime extends RuntimeModule {
  constructor() {
    // Add this code after all other code that replaces webpack's function for loading scripts, so that the other code handles a failure
    // first.
    super('chunk integrity', RuntimeModule.STAGE_TRIGGER);
  }

  /**
   * Generates the code. A script's error event does not contain the cause. To distinguish a changed file from a missing file, the code
   * fetches the file again, first without and then with the hash. For a changed file, the error has the type `integrity` and the URL.
   */
  override generate(): string {
    const loadScript = RuntimeGlobals.loadScript;
    const hashes = Object.fromEntries(
      [...(this.chunk?.getAllAsyncChunks() ?? [])].map((chunk) => [chunk.id, createPlaceholder(chunk)]),
    );
    return `const hashes = ${JSON.stringify(hashes)}, loadScript = ${loadScript};
${RuntimeGlobals.require}.chunkIntegrity = (chunk) => hashes[chunk] ? "sha256-" + hashes[chunk] : "";
const diagnose = async (url, integrity) => {
  try {
    const response = await fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(10000) });
    if (!response.ok || !/javascript/.test(response.headers.get("content-type"))) return "error";
    await response.arrayBuffer();
    return await fetch(url, { cache: "force-cache", integrity }).then(() => "error", () => "integrity");
  } catch {
    return "error";
  }
};
${loadScript} = (url, done, key, chunk) => loadScript(url, async (event) => {
  const integrity = ${RuntimeGlobals.require}.chunkIntegrity(chunk), target = event.target;
  done(integrity && event.type === "error" ? { type: await diagnose(target.src, integrity), target } : event);
}, key, chunk);`;
  }
}

/**
 * Lets the browser check the hash of every script before the script runs. The webpack runtime contains the hashes of all chunks. For a
 * remote, this runtime is part of the entry script, whose hash is in the registry. So no file of a release can be changed unnoticed.
 *
 * The plugin `webpack-subresource-integrity` does not work with Module Federation, whose shared packages lead to chunks without files
 * (waysact/webpack-subresource-integrity#176). Worker scripts are not checked, because browsers do not support this.
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ChunkIntegrityPlugin', (compilation) => {
      const chunks = new WeakSet<webpack.Chunk>();
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap('ChunkIntegrityPlugin', (chunk) => {
        if (chunks.has(chunk)) return;
        chunks.add(chunk);
        compilation.addRuntimeModule(chunk, new ChunkIntegrityRuntime());
      });
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunkIntegrityPlugin',
        (code) => `${code}\nscript.integrity = ${RuntimeGlobals.require}.chunkIntegrity(chunkId);`,
      );
      // Run when the content of all chunks is final. The entry script needs no new name after the hashes are written. A chunk with different
      // content has a different name, and the name of the entry script depends on the names of its chunks.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'ChunkIntegrityPlugin', stage }, () => writeHashes(compilation));
    });
  }
}

function writeHashes(compilation: Compilation): void {
  const hashes = new Map<string, string>();
  for (const chunk of compilation.chunks) {
    const file = [...chunk.files].find((name) => name.endsWith('.js'));
    const content = file === undefined ? '' : compilation.assets[file]?.buffer();
    hashes.set(
      createPlaceholder(chunk),
      createHash('sha256')
        .update(content ?? '')
        .digest('base64'),
    );
  }
  for (const chunk of compilation.chunks) {
    if (!chunk.hasRuntime()) continue;
    for (const file of chunk.files) {
      compilation.updateAsset(
        file,
        (source) =>
          new sources.RawSource(
            source
              .source()
              .toString()
              .replaceAll(PLACEHOLDER_PATTERN, (text) => hashes.get(text) ?? text),
          ),
      );
    }
  }
}
