// Command-line program for a remote in another repository: `console-remote build|typecheck|release|activate|rollback|canary`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ReleaseError, SemVer } from '@console/shared-contract/federation';
import { runWebpack } from '../builder/run-webpack';
import { createHostDeployment } from './deployment';
import { runCommand } from './commands';
import { publishBuilt, requireUnpublished } from './release';
import { readPackageVersion } from '../webpack/remote-manifest';

const packageDir = process.cwd();
const requireFromRemote = createRequire(path.join(packageDir, 'package.json'));
const print = (line: string) => console.log(line);

/** Runs this program again with `tsx`, which can load the manifest, a TypeScript file. */
function runWithLoader(args: string[], env: NodeJS.ProcessEnv): void {
  const loader = pathToFileURL(requireFromRemote.resolve('tsx')).href;
  const { status } = spawnSync(process.execPath, ['--import', loader, __filename, ...args], { stdio: 'inherit', env });
  if (status !== 0) throw new ReleaseError('The remote could not be built. Nothing was published.');
}

function checkTypes(): void {
  // Use the native compiler, which takes a tenth of the time. With several checkers, each would check the libraries again.
  const tsc = path.join(path.dirname(requireFromRemote.resolve('typescript-native/package.json')), 'bin', 'tsc');
  const args = [tsc, '--noEmit', '--checkers', '1', '-p', packageDir];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new ReleaseError('The type check failed.');
}

/** Builds, checks and publishes the remote on a server. With `--activate`, it is live at once. */
async function release(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { host: { type: 'string' }, version: { type: 'string' }, activate: { type: 'boolean' } },
  });
  if (values.host === undefined)
    throw new ReleaseError('Usage: npm run release -- --host https://CONSOLE [--version X.Y.Z] [--activate]');
  const version = values.version ?? readPackageVersion(packageDir);
  if (!SemVer.safeParse(version).success) throw new ReleaseError(`${version} is not a valid version. Use a version like 1.2.0.`);
  const deployment = createHostDeployment(values.host, process.env.DEPLOY_TOKEN);
  const dir = mkdtempSync(path.join(tmpdir(), 'console-remote-'));
  try {
    checkTypes();
    print('ok     the type check passes');
    runWithLoader(['build'], { ...process.env, RELEASE_VERSION: version, RELEASE_OUT: dir, NODE_ENV: 'production' });
    const { name } = JSON.parse(readFileSync(path.join(dir, 'manifest.json'), 'utf8')) as { name: string };
    requireUnpublished(await deployment.registry(), name, version);
    await publishBuilt(dir, { packageDir, deployment, name, print }, version);
    if (values.activate) await deployment.move(name, { action: 'activate', version }, undefined);
    print(
      values.activate
        ? `${name} ${version} is active.`
        : `Published ${name} ${version}. To activate it: npm run activate -- ${name} ${version} --host ${values.host}`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function run([command = '', ...args]: string[]): Promise<void> {
  if (command === 'release') return release(args);
  if (command === 'typecheck') return checkTypes();
  if (command !== 'build') return runCommand(command, args, { root: packageDir, buildDir: packageDir, env: process.env, print });
  // Load the manifest with `tsx`, because it is TypeScript.
  if (process.execArgv.length === 0) return runWithLoader(['build'], { ...process.env, NODE_ENV: 'production' });
  if ((await runWebpack(packageDir)) !== 0) process.exit(1);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
