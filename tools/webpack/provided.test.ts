import { readFileSync } from 'node:fs';
import path from 'node:path';

const readFile = (file: string) => readFileSync(path.join(__dirname, '..', '..', file), 'utf8');

/** Sub-paths that the host does not offer, because only standalone pages and tests need them. */
const EXCLUDED_EXPORTS = ['./standalone', './testing', './package.json'];
/** Sub-paths that the host imports itself. */
const IMPORTED_BY_HOST = ['./core', './basics'];

it('the host offers every sub-path of the design system that remotes may import', () => {
  const { exports } = JSON.parse(readFile('shared-ui/package.json')) as { exports: Record<string, string> };
  const expected = Object.keys(exports).filter((name) => ![...EXCLUDED_EXPORTS, ...IMPORTED_BY_HOST].includes(name));
  const offeredPaths = readFile('host/src/federation/provided.ts').matchAll(/import\('@console\/shared-ui([^']*)'\)/g);
  expect([...offeredPaths].map(([, subPath]) => `.${subPath}`).sort()).toEqual(expected.sort());
});

it('lint allows exactly the exports of the router that the host shares', () => {
  const exportedNames = [...readFile('host/src/federation/router.ts').matchAll(/export \{([^}]*)\}/g)].flatMap(([, names]) =>
    names!.match(/\w+/g),
  );
  const [, allowedNames] = readFile('.oxlintrc.json').match(/"allowImportNames": \[([^\]]*)\]/)!;
  expect(allowedNames!.match(/\w+/g)).toEqual(exportedNames);
});
