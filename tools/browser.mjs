import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Commands of headless-only builds of Chromium. */
const HEADLESS_COMMANDS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSER_COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC_PATHS = [
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

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}
const findSystemBrowser = () => findOnPath(BROWSER_COMMANDS) ?? MAC_PATHS.find(isExecutable);

const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');
function installPackage(name) {
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', name], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

// Import Playwright only when it is needed, because this file is loaded before the packages are installed.
async function findPlaywrightBrowser() {
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/**
 * Returns the Chromium that tests and benchmarks use: the executable in the environment variable CHROMIUM, the system's Chromium, or
 * Playwright's own. If there is none, installs Debian's package where possible, otherwise Playwright's download.
 * @param {{ shell?: boolean }} [options] `shell` prefers a headless-only build, which reduces the duration of tests by a fifth.
 * Benchmarks and documentation screenshots use the full browser, as users do.
 * @returns {Promise<string>} path of the executable
 * @throws if no browser exists and none can be installed
 */
export async function findOrInstallBrowser({ shell = false } = {}) {
  const configuredPath = process.env.CHROMIUM;
  if (configuredPath) {
    if (!isExecutable(configuredPath)) throw new Error(`CHROMIUM is set to ${configuredPath}, which is not an executable file.`);
    return configuredPath;
  }
  if (shell) {
    if (!findOnPath(HEADLESS_COMMANDS) && canInstallPackages()) {
      console.log('Installing a headless Chromium for the browser tests ...');
      installPackage('chromium-headless-shell');
    }
    const shellPath = findOnPath(HEADLESS_COMMANDS);
    if (shellPath) return shellPath;
  }
  const existingBrowser = findSystemBrowser() ?? (await findPlaywrightBrowser());
  if (existingBrowser) return existingBrowser;

  console.log('Installing Chromium ...');
  if (canInstallPackages()) installPackage('chromium');
  else {
    const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  }
  const installedBrowser = findSystemBrowser() ?? (await findPlaywrightBrowser());
  if (!installedBrowser)
    throw new Error('No Chromium was found and none could be installed. Install one, or set CHROMIUM=/path/to/chromium.');
  execFileSync(installedBrowser, ['--version'], { stdio: 'ignore' });
  return installedBrowser;
}
