import { findFolderCycles } from './folder-cycles';

/** Returns modules as dependency-cruiser does. Keys are files, values are the files that they import. */
const toModules = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([source, files]) => ({ source, dependencies: files.map((resolved) => ({ resolved })) }));

it.each<[title: string, imports: Record<string, string[]>, cycles: string[][]]>([
  ['accepts imports in one direction', { 'p/a/x.ts': ['p/b/y.ts'], 'p/b/y.ts': ['p/c/z.ts'], 'p/c/z.ts': [] }, []],
  [
    'reports a cycle through different files',
    { 'p/a/x.ts': ['p/b/y.ts'], 'p/a/x2.ts': [], 'p/b/y.ts': ['p/c/z.ts'], 'p/c/z.ts': ['p/a/x2.ts'] },
    [
      ['p/a', 'p/b', 'p/c', 'p/a'],
      ['p/b', 'p/c', 'p/a', 'p/b'],
      ['p/c', 'p/a', 'p/b', 'p/c'],
    ],
  ],
  [
    'counts the imports of a sub-folder as imports of its parents',
    { 'p/a/x.ts': [], 'p/a/inner/y.ts': ['p/b/z.ts'], 'p/b/z.ts': ['p/a/x.ts'] },
    [
      ['p/a', 'p/b', 'p/a'],
      ['p/b', 'p/a', 'p/b'],
    ],
  ],
  ['accepts imports between a folder and its parent', { 'p/a/x.ts': ['p/a/inner/y.ts'], 'p/a/inner/y.ts': [] }, []],
  ['ignores the imports of tests', { 'p/a/x.ts': ['p/b/y.ts'], 'p/b/y.ts': [], 'p/b/y.test.ts': ['p/a/x.ts'] }, []],
])('%s', (_title, imports, cycles) => {
  expect(findFolderCycles(toModules(imports))).toEqual(cycles);
});
