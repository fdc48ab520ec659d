import path from 'node:path';
import { goOnWithoutReader } from '../../server/src/cli/closed-pipe.mjs';
import { runCommand } from './commands';

const root = path.resolve(__dirname, '..', '..');
const buildDir = path.resolve(process.env.BUILD_DIR || path.join(root, 'build'));
const [command = '', ...args] = process.argv.slice(2);
/** Errors whose message is for whoever typed the command. */
const FOR_THE_PERSON = ['ReleaseError', 'ConfigError', 'FileStoreError'];

goOnWithoutReader();
runCommand(command, args, { root, buildDir, env: process.env, say: (line) => console.log(line) }).catch((error: unknown) => {
  const isForThePerson = error instanceof Error && FOR_THE_PERSON.includes(error.name);
  console.error(isForThePerson ? error.message : error);
  process.exit(1);
});
