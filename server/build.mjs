// Bundles the server and its commands. npm packages stay external, but workspace packages are included.
// `node build.mjs [FOLDER]` writes to dist or another folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const outdir = process.argv[2] ?? 'dist';
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = { main: 'src/main.ts', admin: 'src/operations/cli/main.ts' };

await build({
  // The demo is a separate file, loaded only at a first start. The child and the reader are separate processes.
  entryPoints: { ...commands, demo: 'demo/src/index.ts', child: 'src/child.ts', reader: 'src/reader.ts' },
  absWorkingDir: root,
  outdir,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  // CommonJS like in the tests, so that `__filename` and `require` work equally.
  format: 'cjs',
  sourcemap: true,
  external: Object.keys(dependencies).filter((name) => !name.startsWith('@console/')),
  logLevel: 'warning',
});
// The learner is written to its own package, because it has dependencies that the server does not have.
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
