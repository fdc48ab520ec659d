import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stamp = path.join(root, 'node_modules', '.cache', 'console-install');

/** What an install depends on; node's major because some packages are compiled for it. */
function wanted() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function installedAs() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

/** A command that ended with another code than 0. */
export class ChildFailed extends Error {}

/**
 * Runs a child in the foreground and ends it when this process is told to end.
 * @returns {Promise<void>} rejects when the child fails
 */
export function foreground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const stop = (signal) => {
      child.kill(signal);
      process.exit(130);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const settle = (error) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (error) reject(error);
      else resolve();
    };
    child.on('error', settle);
    child.on('close', (code, signal) =>
      settle(code === 0 ? undefined : new ChildFailed(`${command} ended with ${signal ?? code}`)),
    );
  });
}

async function install(...options) {
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const windows = process.platform === 'win32';
  // `append-only` prints plain lines also on a terminal, so what follows stays readable.
  await foreground('npx', ['-y', packageManager, 'install', '--reporter=append-only', ...options], { shell: windows });
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted());
}

/** Installs the packages that the lockfile names, unless that has been done. Needs Node and npm alone. */
export async function ensureInstalled() {
  if (installedAs() === wanted()) return;
  console.log('Installing packages (a few minutes the first time) ...');
  await install('--frozen-lockfile');
}

/** Installs after a package was added or changed, and writes that into the lockfile. */
export async function installAnew() {
  console.log('Installing packages ...');
  // A CI system's install is frozen unless told otherwise.
  await install('--no-frozen-lockfile', '--prefer-offline');
}
