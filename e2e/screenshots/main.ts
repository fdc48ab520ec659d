import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openSignedIn } from '../support/console';
import { IsolatedBuild } from '../support/isolated-build';
import { remoteTeamScreenshots } from './remote-team';
import type { Screenshots } from './capture-element';

/** `npm run docs-pictures`: takes all screenshots of the guides on a server with the demo data. */
const DOCS = path.resolve(__dirname, '..', '..', 'docs');
const FOLDER = path.join(DOCS, 'pictures');
const PICTURES: Screenshots = { ...remoteTeamScreenshots };
const VIEWPORT = { width: 1100, height: 700 };

async function namedInGuides(): Promise<string[]> {
  const guides = (await readdir(DOCS)).filter((file) => file.endsWith('.md'));
  const texts = await Promise.all(guides.map((file) => readFile(path.join(DOCS, file), 'utf8')));
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
  const named = await namedInGuides();
  const unknown = named.filter((name) => !(name in PICTURES));
  const unused = Object.keys(PICTURES).filter((name) => !named.includes(name));
  if (unknown.length > 0) throw new Error(`No picture is made of this name, which a guide has: ${unknown.join(', ')}`);
  if (unused.length > 0) throw new Error(`No guide has this picture: ${unused.join(', ')}`);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  const build = await IsolatedBuild.create({ ALLOW_OVERRIDES: 'on' });
  try {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    for (const [name, take] of Object.entries(PICTURES)) {
      const page = await openPage(browser, build);
      const webp = await sharp(await take(page, build))
        .webp({ quality: 82, effort: 6 })
        .toBuffer();
      await writeFile(path.join(FOLDER, `${name}.webp`), webp);
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
