import path from 'node:path';
import { runCommand } from './commands';

const root = path.resolve(__dirname, '..', '..');
const buildDir = path.resolve(process.env.BUILD_DIR || path.join(root, 'build'));
const [command = '', ...args] = process.argv.slice(2);
runCommand(command, args, { root, buildDir, say: (line) => console.log(line) }).catch((error: unknown) => {
  console.error(
    error instanceof Error && error.name !== 'ReleaseError' ? error.stack : error instanceof Error ? error.message : error,
  );
  process.exit(1);
});
