// Bundles the server and its commands; packages stay outside, the workspace's own contract goes in.
// `node build.mjs [FOLDER]`: into dist, or a folder below it.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const outdir = process.argv[2] ?? 'dist';
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = { main: 'src/main.ts', admin: 'src/cli/main.ts' };

await build({
  // The demo is a file of its own, which the server reads when a first start asks for it; the child and the reader are processes of their own.
  entryPoints: { ...commands, demo: 'demo/src/index.ts', child: 'src/child.ts', reader: 'src/reader.ts' },
  absWorkingDir: root,
  outdir,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  // CommonJS, like the tests: `__filename` and `require` mean the same in both.
  format: 'cjs',
  sourcemap: true,
  external: Object.keys(dependencies).filter((name) => !name.startsWith('@console/')),
  logLevel: 'warning',
});
// The process that learns stands beside its own packages: the server has none of them.
await build({
  entryPoints: { learner: 'learner/src/main.ts' },
  absWorkingDir: root,
  outdir: join('learner', outdir),
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: true,
  packages: 'external',
  logLevel: 'warning',
});
for (const name of Object.keys(commands)) writeFileSync(join(root, outdir, `${name}.mjs`), `import './${name}.cjs';\n`);
