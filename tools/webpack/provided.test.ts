import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.join(__dirname, '..', '..', file), 'utf8');

/** Not for the console: a remote's own page, and tests. */
const NOT_IN_THE_CONSOLE = ['./standalone', './testing', './package.json'];
/** Taken by the host's own code. */
const OWN = ['./core', './basics'];

it('every sub-path of the design system that a remote may import is offered by the host', () => {
  const { exports } = JSON.parse(read('shared-ui/package.json')) as { exports: Record<string, string> };
  const wanted = Object.keys(exports).filter((name) => ![...NOT_IN_THE_CONSOLE, ...OWN].includes(name));
  const asked = read('host/src/federation/provided.ts').matchAll(/import\('@console\/shared-ui([^']*)'\)/g);
  expect([...asked].map(([, rest]) => `.${rest}`).sort()).toEqual(wanted.sort());
});
