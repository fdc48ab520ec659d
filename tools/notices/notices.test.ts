import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectPackages } from './collect-packages';
import { formatNotices, NOTICES_FILE } from './format-notices';

const root = path.resolve(__dirname, '..', '..');

it('the notices match the lock file (run `npm run notices`)', () => {
  expect(readFileSync(path.join(root, NOTICES_FILE), 'utf8')).toBe(formatNotices(root));
});

it('each package has a licence', () => {
  const packages = collectPackages(root);
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'fastify', 'konva', '@mediapipe/objectron']));
  expect(packages.filter(({ licence }) => licence === 'not declared')).toEqual([]);
});
