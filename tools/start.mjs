// `npm start`: installs packages, builds what has changed, and runs the server in this process. Needs only Node 20 and npm.
import { ignoreClosedOutput } from '../server/src/operations/cli/closed-pipe.mjs';
import { buildAll, buildDir } from './build.mjs';
import { ensureInstalled } from './install.mjs';

// The package that serves static files loads an ES module with `require`, which earlier versions of Node do not support.
const MIN_NODE_VERSION = [20, 19];

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1]);
}

ignoreClosedOutput();
if (isNodeTooOld()) {
  console.error(`Node ${MIN_NODE_VERSION.join('.')} or later is required. You are running ${process.version}.`);
  process.exit(1);
}

try {
  await ensureInstalled();
  await buildAll({ apiOnly: process.argv.includes('--api-only') });
} catch (error) {
  console.error(`\nCould not start: ${error.message}.`);
  process.exit(1);
}

process.env.BUILD_DIR ??= buildDir;
process.env.NODE_ENV ??= 'production';
// Run the server in this process. With a child process, signals would arrive twice, and its exit code would have to be passed on.
await import('../server/dist/main.mjs');
