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

describe('modules of the server', () => {
  interface Module {
    filename: string;
    loaded: boolean;
    children: Module[];
  }
  const { hasState, selectStateless } = jest.requireActual<{
    hasState: (source: string) => boolean;
    selectStateless: (modules: Module[], isStateless: (file: string) => boolean) => Set<Module>;
  }>('./shared-modules.cjs');

  it.each([
    'let count = 0;',
    'export let server: TestServer;',
    'const cache = new Map<string, Promise<void>>();',
    'const running: ReadonlyMap<string, string> =\n  new Map();',
    'const queue: Job[] = [];',
    'const byName: Record<string, number> = {};',
    "export const requests = new Counter({ name: 'requests' });",
    'const sessions = new SessionCache(openSession, 4);',
    'const load = once(() => readConfig());',
    'const next = (() => {\n  let last = 0;\n  return () => ++last;\n})();',
    'class Queue {\n  private static running = 0;\n}',
    'const state = { isReady: false };\nexport function start() {\n  state.isReady = true;\n}',
    'const totals: number[] = [0, 0];\nconst add = (index: number) => {\n  totals[index] += 1;\n};',
  ])('have state with %j', (line) => {
    expect(hasState(`import { z } from 'zod';\n${line}\n`)).toBe(true);
  });

  it.each([
    "const TYPES = new Set(['a', 'b']);",
    'const pools = new WeakMap<Db, Pool>();',
    'const names = new Map<string, string>(KINDS.map(({ name, table }) => [name, table]));',
    "const CODE = new RegExp(`^(${CODES.join('|')})$`);",
    "export const tasks = new Resource({ table: 'detection_task' });",
    'class Row {\n  static readonly limit = 3;\n  static create(): Row {\n    return new Row();\n  }\n}',
    'const LIMITS = { rows: 3 };\nconst isFull = (rows: number) => LIMITS.rows === rows;',
    'export const Label = z.object({ name: z.string() });',
    'function count() {\n  let sum = 0;\n  const rows = [];\n}',
  ])('have no state with %j', (line) => {
    expect(hasState(line)).toBe(false);
  });

  it('are shared only if no direct or indirect import has state', () => {
    const createModule = (filename: string, children: Module[] = [], loaded = true): Module => ({ filename, loaded, children });
    const [plainModule, statefulModule, failedModule] = [
      createModule('plain'),
      createModule('stateful'),
      createModule('broken', [], false),
    ];
    const importer = createModule('importer', [plainModule]);
    const cyclicModule = createModule('cycle', [importer]);
    importer.children.push(cyclicModule);
    const [directImporter, brokenImporter] = [
      createModule('direct', [plainModule, statefulModule]),
      createModule('broken-importer', [failedModule]),
    ];
    const indirectImporter = createModule('indirect', [directImporter, importer]);
    const allModules = [
      plainModule,
      statefulModule,
      failedModule,
      importer,
      cyclicModule,
      directImporter,
      brokenImporter,
      indirectImporter,
    ];
    const selectedModules = selectStateless(allModules, (file) => file !== 'stateful');
    expect([...selectedModules].map(({ filename }) => filename)).toEqual(['plain', 'importer', 'cycle']);
  });
});
