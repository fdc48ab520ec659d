// Creates a remote in a new repository: `node create-remote.mjs NAME --host https://CONSOLE [--title "Display name"]`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkRemoteName, fillTemplate, toTitle } from '../new-remote/fill-template';

const USAGE = 'Usage: node create-remote.mjs NAME --host https://CONSOLE [--title "Display name"]';

async function download(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

function writeNewFile(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { host: { type: 'string' }, title: { type: 'string' } },
  });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1 || values.host === undefined) throw new Error(USAGE);
  const problem = checkRemoteName(name);
  if (problem !== undefined) throw new Error(problem);
  const dir = path.resolve(`remote-${name}`);
  if (existsSync(dir)) throw new Error(`${dir} already exists.`);
  const packagesUrl = `${values.host.replace(/\/+$/, '')}/docs/packages/`;
  const { files, packageJson, template } = JSON.parse(String(await download(`${packagesUrl}index.json`)));
  const tarballs = await Promise.all(files.map((file) => download(packagesUrl + file)));
  files.forEach((file, index) => writeNewFile(path.join(dir, 'vendor', file), tarballs[index]));
  const fillText = (text) => fillTemplate(text, { name, title: values.title ?? toTitle(name) });
  const texts = { ...template, 'package.json': `${JSON.stringify(packageJson, null, 2)}\n` };
  for (const [file, text] of Object.entries(texts)) writeNewFile(path.join(dir, fillText(file)), fillText(text));
  console.log(
    `Created remote-${name}/. Next:\n  cd remote-${name}\n  npm install\n  npm test\n  npm run release -- --host ${values.host} --activate`,
  );
}

run().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
