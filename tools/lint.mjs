// `npm run lint` checks the formatting, lint rules, floating promises and import directions. All checks run, even if one fails.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInParallel } from './run-in-parallel.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name, file) => path.join('node_modules', name, file);
const packagesWithSources = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'src')));
const checkedFolders = [
  ...packagesWithSources.map((name) => `${name}/src`),
  'server/demo/src',
  'server/learner/src',
  'e2e',
  'tools',
];

// Start the slowest checks first.
const failedChecks = await runInParallel([
  { name: 'rules and promises', args: [bin('oxlint', 'bin/oxlint'), '--type-aware', '.'] },
  { name: 'format', args: [bin('oxfmt', 'bin/oxfmt'), '--check', '.'] },
  { name: 'imports', args: ['--import', 'tsx', path.join('tools', 'check-imports.mjs'), ...checkedFolders] },
]);
if (failedChecks.length > 0) {
  console.error(`The lint step failed in: ${failedChecks.join(', ')}`);
  process.exit(1);
}
