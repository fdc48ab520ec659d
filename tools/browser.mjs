import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(isExecutable) ?? MAC.find(isExecutable);
}

// Imported late: this file is read before the packages are installed.
async function playwrights() {
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/**
 * The Chromium that the browser tests drive: the one that CHROMIUM names, else the system's, else Playwright's own;
 * failing those it installs one (Debian's package where that is allowed, else Playwright's download).
 * @returns {Promise<string>} path of the executable
 * @throws when none is there and none can be installed
 */
export async function findOrInstallBrowser() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM names ${named}, which cannot be run.`);
    return named;
  }
  const present = onPath() ?? (await playwrights());
  if (present) return present;

  console.log('No Chromium here: installing one for the browser tests.');
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } else {
    spawnSync(
      process.execPath,
      [
        path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js'),
        'install',
        'chromium',
      ],
      { stdio: 'inherit' },
    );
  }
  const installed = onPath() ?? (await playwrights());
  if (!installed)
    throw new Error(
      'No Chromium was found and none could be installed. Install it, or name one with CHROMIUM=/path/to/chromium.',
    );
  execFileSync(installed, ['--version'], { stdio: 'ignore' });
  return installed;
}
