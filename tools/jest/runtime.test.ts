import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-runtime-'));
  file = join(folder, 'module.cjs');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface LoadedModule {
  count: () => number;
  createError: () => Error;
}

function loadInIsolation(): LoadedModule {
  let loaded: LoadedModule | undefined;
  jest.isolateModules(() => {
    loaded = jest.requireActual<LoadedModule>(file);
  });
  if (!loaded) throw new Error('The module was not loaded');
  return loaded;
}

it('evaluates a compiled module again for each registry', () => {
  writeFileSync(file, 'let calls = 0; exports.count = () => ++calls;');
  expect([loadInIsolation().count(), loadInIsolation().count()]).toEqual([1, 1]);
});

it('shows the line and column of the source in stack traces', () => {
  writeFileSync(file, "exports.createError = () => new Error('first line');");
  for (const { createError } of [loadInIsolation(), loadInIsolation()]) {
    expect(createError().stack).toContain('module.cjs:1:29');
  }
});

it('loads packages once per worker', () => {
  const instances: unknown[] = [];
  for (let n = 0; n < 2; n += 1) jest.isolateModules(() => instances.push(jest.requireActual('jest')));
  expect(instances[0]).toBe(instances[1]);
});
