// `npm start`: installs, builds what has changed, and becomes the server. Needs Node 20 and npm alone.
import { goOnWithoutReader } from '../server/src/cli/closed-pipe.mjs';
import { buildAll, buildDir } from './build.mjs';
import { ensureInstalled } from './install.mjs';

// Below it a CommonJS package cannot require an ES module, which the static server does.
const MINIMUM = [20, 19];

function nodeIsTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1]);
}

goOnWithoutReader();
if (nodeIsTooOld()) {
  console.error(`This needs Node ${MINIMUM.join('.')} or later; this is ${process.version}.`);
  process.exit(1);
}

try {
  await ensureInstalled();
  await buildAll({ apiOnly: process.argv.includes('--api-only') });
} catch (error) {
  console.error(`\nNot started: ${error.message}.`);
  process.exit(1);
}

process.env.BUILD_DIR ??= buildDir;
process.env.NODE_ENV ??= 'production';
// In this process, not in a child: a signal reaches the server once, and its exit code is this command's.
await import('../server/dist/main.mjs');
