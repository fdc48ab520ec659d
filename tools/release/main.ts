import path from 'node:path';
import { ignoreClosedOutput } from '../../server/src/operations/cli/closed-pipe.mjs';
import { runCommand } from './commands';

const root = path.resolve(__dirname, '..', '..');
const buildDir = path.resolve(process.env.BUILD_DIR || path.join(root, 'build'));
const [command = '', ...args] = process.argv.slice(2);
/** Names of errors whose message is sufficient for the user. Other errors are printed with their stack trace. */
const USER_ERRORS = ['ReleaseError', 'ConfigError', 'FileStoreError'];

ignoreClosedOutput();
runCommand(command, args, { root, buildDir, env: process.env, print: (line) => console.log(line) }).catch((error: unknown) => {
  const isUserError = error instanceof Error && USER_ERRORS.includes(error.name);
  console.error(isUserError ? error.message : error);
  process.exit(1);
});
