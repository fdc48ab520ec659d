import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deleteForeignBinaries } from './delete-foreign-binaries.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = path.join(root, 'node_modules', '.cache', 'console-install');

/** Returns a hash of everything that an install depends on. This includes the Node ABI version, for which native packages are compiled. */
function hashInstallInputs() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function readInstalledHash() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}

/** Thrown when a command exits with a code other than 0. */
export class CommandFailedError extends Error {}

/**
 * Runs a command in the foreground. Forwards SIGINT and SIGTERM to the command.
 * @returns {Promise<void>} rejects with CommandFailedError when the command fails
 */
export function runInForeground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const stop = (signal) => {
      child.kill(signal);
      process.exit(130);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const finish = (error) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (error) reject(error);
      else resolve();
    };
    child.on('error', finish);
    child.on('close', (code, signal) =>
      finish(code === 0 ? undefined : new CommandFailedError(`${command} exited with ${signal ?? code}`)),
    );
  });
}

async function install(...options) {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const isWindows = process.platform === 'win32';
  // `append-only` prints plain lines even in a terminal, so that the output of later steps stays readable.
  const runInstall = (...additionalArguments) =>
    runInForeground('npx', ['-y', packageManager, 'install', '--reporter=append-only', ...options, ...additionalArguments], {
      shell: isWindows,
    });
  await runInstall();
  // If an install on another platform has used this folder, the binaries of this platform are missing. pnpm restores them with `--force`.
  if (!deleteForeignBinaries(root)) await runInstall('--force');
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hashInstallInputs());
}

/** Installs the packages of the lockfile unless they are already installed. Needs only Node and npm. */
export async function ensureInstalled() {
  if (readInstalledHash() === hashInstallInputs()) return;
  console.log('Installing packages (a few minutes the first time) ...');
  await install('--frozen-lockfile');
}

/** Installs packages and updates the lockfile, after a package was added or changed. */
export async function installAndUpdateLockfile() {
  console.log('Installing packages ...');
  // In CI, pnpm would not update the lockfile by default.
  await install('--no-frozen-lockfile', '--prefer-offline');
}
