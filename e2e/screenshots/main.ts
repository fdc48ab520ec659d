import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openSignedIn } from '../support/console';
import { IsolatedBuild } from '../support/isolated-build';
import { annotatorDayScreenshots } from './annotator-day';
import type { Screenshots } from './capture-element';
import { dataLeadWeekScreenshots } from './data-lead-week';
import { remoteTeamScreenshots } from './remote-team';
import { RECEIVER_HOST, settingsScreenshots } from './settings';
import { signInScreenshots } from './sign-in';

// `npm run docs-pictures [-- NAME ...]` runs this script. It takes the screenshots of the guides on a server with the demo data.
// Without names, it takes all screenshots.
const DOCS_DIR = path.resolve(__dirname, '..', '..', 'docs');
const SCREENSHOT_DIR = path.join(DOCS_DIR, 'pictures');
const SCREENSHOTS: Screenshots = {
  ...annotatorDayScreenshots,
  ...dataLeadWeekScreenshots,
  ...settingsScreenshots,
  ...signInScreenshots,
  ...remoteTeamScreenshots,
};
const VIEWPORT = { width: 1100, height: 700 };

/** Returns the names of the screenshots that the guides use. */
async function findUsedNames(): Promise<string[]> {
  const guides = (await readdir(DOCS_DIR)).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(guides.map((file) => readFile(path.join(DOCS_DIR, file), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/\]\(pictures\/([\w-]+)\.webp\)/g)].map((match) => String(match[1])));
}

async function openPage(browser: Browser, build: IsolatedBuild): Promise<Page> {
  const context = await browser.newContext({
    baseURL: build.url,
    viewport: VIEWPORT,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await openSignedIn(page, '/');
  return page;
}

async function main(): Promise<void> {
  const usedNames = await findUsedNames();
  const unknownNames = usedNames.filter((name) => !(name in SCREENSHOTS));
  const unusedNames = Object.keys(SCREENSHOTS).filter((name) => !usedNames.includes(name));
  if (unknownNames.length > 0) throw new Error(`No function takes these screenshots of the guides: ${unknownNames.join(', ')}`);
  if (unusedNames.length > 0) throw new Error(`No guide uses these screenshots: ${unusedNames.join(', ')}`);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  const build = await IsolatedBuild.create({ ALLOW_OVERRIDES: 'on', WEBHOOK_PRIVATE_HOSTS: RECEIVER_HOST });
  const selectedNames = process.argv.slice(2);
  const isSelected = (name: string) => selectedNames.length === 0 || selectedNames.includes(name);
  try {
    if (selectedNames.length === 0) await rm(SCREENSHOT_DIR, { recursive: true, force: true });
    await mkdir(SCREENSHOT_DIR, { recursive: true });
    for (const [name, takeScreenshot] of Object.entries(SCREENSHOTS)) {
      if (!isSelected(name)) continue;
      const page = await openPage(browser, build);
      const webp = await sharp(await takeScreenshot(page, build))
        .webp({ quality: 82, effort: 6 })
        .toBuffer();
      await writeFile(path.join(SCREENSHOT_DIR, `${name}.webp`), webp);
      console.log(`docs/pictures/${name}.webp: ${Math.ceil(webp.length / 1000)} kB`);
      await page.context().close();
    }
  } finally {
    await browser.close();
    await build.stopAndDelete();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
