import { chromium } from '@playwright/test';
import { ConsoleServer } from '../support/console-server';
import { Api } from '../support/api';
import { demo } from '../support/accounts';
import { benchPages } from './pages';
import { openCold } from './compare';
import { OFFICE } from './tab';
import { buildOneBundle } from './one-bundle/build';
async function main(){
const which = process.argv[2];
const filter = process.argv[3];
const dir = which === 'one' ? await buildOneBundle() : undefined;
const server = await ConsoleServer.create(dir ? { BUILD_DIR: dir } : {});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
  const served = { url: server.url, storage: await Api.tokens(server.url, demo), pages: await benchPages(await Api.signIn(server.url, demo)) };
  await openCold(browser, served, served.pages[0], OFFICE);
  for (const page of served.pages) {
    if (filter && page.path !== filter) continue;
    const o = await openCold(browser, served, page, OFFICE);
    console.log(`\n${page.path} content ${o.content.toFixed(0)} interactive ${o.interactive.toFixed(0)} bytes ${o.bytes}`);
    for (const r of o.requests.sort((a: any, b: any) => b.bytes - a.bytes)) if (r.bytes>300) console.log(`  ${String(r.bytes).padStart(8)} ${r.start.toFixed(0).padStart(6)}-${r.end.toFixed(0).padStart(6)} ${r.path}`);
  }
} finally { await browser.close(); await server.remove(); }
process.exit(0);

}
void main();
