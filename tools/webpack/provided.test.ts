import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.join(__dirname, '..', '..', file), 'utf8');

/** Sub-paths for standalone pages and tests, which the host does not offer. */
const EXCLUDED = ['./standalone', './testing', './package.json'];
/** Sub-paths that the host imports itself. */
const USED_BY_HOST = ['./core', './basics'];

it('the host offers every sub-path of the design system that remotes may import', () => {
  const { exports } = JSON.parse(read('shared-ui/package.json')) as { exports: Record<string, string> };
  const expected = Object.keys(exports).filter((name) => ![...EXCLUDED, ...USED_BY_HOST].includes(name));
  const provided = read('host/src/federation/provided.ts').matchAll(/import\('@console\/shared-ui([^']*)'\)/g);
  expect([...provided].map(([, rest]) => `.${rest}`).sort()).toEqual(expected.sort());
});
