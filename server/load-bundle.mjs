// Loads a CommonJS bundle with V8's code cache beside it. Compiling the bundle takes a third of a server's start.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import vm from 'node:vm';

const toCacheFile = (file) => `${file}.cache`;

function compile(file, source, cachedData) {
  // esbuild escapes other characters than ASCII. Decoding UTF-8 takes five times as long.
  const text = source.toString('latin1');
  return new vm.Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
    cachedData,
  });
}

const computeHash = (source) => createHash('sha256').update(source).digest();

/** Reads the code cache of a bundle. V8 would accept the cache of another bundle of the same length, so it begins with a hash. */
function readCodeCache(file, source) {
  if (!existsSync(toCacheFile(file))) return undefined;
  const cache = readFileSync(toCacheFile(file));
  const hash = computeHash(source);
  return cache.subarray(0, hash.length).equals(hash) ? cache.subarray(hash.length) : undefined;
}

function run(script, file) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/** Returns the exports of a bundle. V8 ignores a cache of another Node version. */
export function loadBundle(file) {
  const source = readFileSync(file);
  return run(compile(file, source, readCodeCache(file, source)), file);
}

/** Writes the cache of a bundle. It is evaluated and runs its `rehearse`, so that the cache contains the functions that a start needs. */
export async function writeCodeCache(file) {
  const source = readFileSync(file);
  const script = compile(file, source);
  await run(script, file).rehearse?.();
  writeFileSync(toCacheFile(file), Buffer.concat([computeHash(source), script.createCachedData()]));
}
