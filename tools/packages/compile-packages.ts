import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Reads all files below a folder except tests and installed packages. Keys are relative paths. */
function readFiles(dir: string, prefix = ''): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const name = prefix + entry.name;
    if (entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) continue;
    if (entry.isDirectory())
      for (const [file, content] of readFiles(path.join(dir, entry.name), `${name}/`)) files.set(file, content);
    else files.set(name, readFileSync(path.join(dir, entry.name)));
  }
  return files;
}

/** Whether a file is compiled. All other files are published unchanged. */
const isSource = (file: string) => /(?<!\.d)\.tsx?$/.test(file);

/**
 * Compiles the folder `src` of packages to ES modules and declarations. Returns the files of each package, by paths that start with `dist/`.
 * @throws if a declaration cannot be written
 */
export function compilePackages(root: string, folders: readonly string[]): Map<string, Map<string, Uint8Array>> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'console-packages-'));
  try {
    const project = path.join(outDir, 'tsconfig.json');
    const compilerOptions = {
      ...{ rootDir: root, outDir, typeRoots: [path.join(root, 'node_modules/@types')], types: ['jest'] },
      // Skip the type check, which halves the time of the compiler. `npm run typecheck` already checks these packages.
      ...{ noEmit: false, noCheck: true, declaration: true },
    };
    const exclude = ['**/*.test.ts', '**/*.test.tsx', '**/node_modules'].map((pattern) => path.join(root, pattern));
    const include = folders.map((folder) => path.join(root, folder, 'src/**/*'));
    writeFileSync(project, JSON.stringify({ extends: path.join(root, 'tsconfig.base.json'), compilerOptions, include, exclude }));
    const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
    execFileSync(process.execPath, [compiler, '-p', project, '--checkers', '1'], { stdio: ['ignore', 'inherit', 'inherit'] });
    return new Map(
      folders.map((folder) => {
        const copiedFiles = [...readFiles(path.join(root, folder, 'src'), 'dist/')].filter(([file]) => !isSource(file));
        return [folder, new Map([...readFiles(path.join(outDir, folder, 'src'), 'dist/'), ...copiedFiles])];
      }),
    );
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Converts an entry of `exports` in package.json, such as `./src/index.ts`, to the entry for the compiled package. */
export function toCompiledExport(file: string): string | { types: string; default: string } {
  if (!isSource(file)) return file;
  const basePath = file.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, '');
  return { types: `${basePath}.d.ts`, default: `${basePath}.js` };
}
