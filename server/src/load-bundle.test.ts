import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bundleFile = join(folder, 'bundle.cjs');
const moduleUrl = pathToFileURL(join(__dirname, '..', 'load-bundle.mjs')).href;
/** Evaluates an expression that uses the functions of the module. Uses a child process, because Jest cannot load the module. */
const evaluateInNode = (expression: string) =>
  execFileSync(process.execPath, [
    '-e',
    `import(${JSON.stringify(moduleUrl)}).then(({ loadBundle, writeCodeCache }) => ${expression})`,
    bundleFile,
  ]).toString();
const loadBundle = () => evaluateInNode('console.log(loadBundle(process.argv[1]).version)').trim();

it('runs changed code of a bundle whose length equals that of its code cache', () => {
  writeFileSync(bundleFile, 'exports.version = 1;');
  evaluateInNode('writeCodeCache(process.argv[1])');
  expect(loadBundle()).toBe('1');
  writeFileSync(bundleFile, 'exports.version = 2;');
  expect(loadBundle()).toBe('2');
});

it('ignores a damaged code cache', () => {
  appendFileSync(`${bundleFile}.cache`, 'damaged');
  expect(loadBundle()).toBe('2');
  writeFileSync(`${bundleFile}.cache`, '');
  expect(loadBundle()).toBe('2');
});

it('runs the code of a server start before it writes the code cache', () => {
  writeFileSync(bundleFile, "exports.version = 3; exports.rehearse = async () => { await null; console.log('rehearsed'); };");
  expect(evaluateInNode('writeCodeCache(process.argv[1])').trim()).toBe('rehearsed');
  expect(loadBundle()).toBe('3');
});
