import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The same engine without a window. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
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

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}
const browserOnPath = () => onPath(NAMES) ?? MAC.find(isExecutable);

const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');
function installPackage(name) {
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', name], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

// Imported late: this file is read before the packages are installed.
async function playwrights() {
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/**
 * The Chromium that tests and benches drive: the one that CHROMIUM names, else the system's, else Playwright's own;
 * failing those it installs one (Debian's package where that is allowed, else Playwright's download).
 * @param {{ shell?: boolean }} [wish] `shell`: rather the one without a window, which takes a fifth less time for the same
 * tests. What is measured, and the pictures of the documentation, are of the browser that people have.
 * @returns {Promise<string>} path of the executable
 * @throws when none is there and none can be installed
 */
export async function findOrInstallBrowser({ shell = false } = {}) {
  const named = process.env.CHROMIUM;
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM names ${named}, which cannot be run.`);
    return named;
  }
  if (shell) {
    if (!onPath(SHELLS) && canInstallPackages()) {
      console.log('No Chromium without a window here: installing it for the browser tests.');
      installPackage('chromium-headless-shell');
    }
    const found = onPath(SHELLS);
    if (found) return found;
  }
  const present = browserOnPath() ?? (await playwrights());
  if (present) return present;

  console.log('No Chromium here: installing one.');
  if (canInstallPackages()) installPackage('chromium');
  else {
    const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = browserOnPath() ?? (await playwrights());
  if (!installed)
    throw new Error(
      'No Chromium was found and none could be installed. Install it, or name one with CHROMIUM=/path/to/chromium.',
    );
  execFileSync(installed, ['--version'], { stdio: 'ignore' });
  return installed;
}
