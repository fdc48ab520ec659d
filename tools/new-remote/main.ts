// `npm run new-remote -- NAME [--title "..."]`: creates a remote from the template.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ignoreClosedOutput } from '../../server/src/operations/cli/closed-pipe.mjs';
import { installAndUpdateLockfile } from '../install.mjs';
import { createRemote } from './create-remote';

const root = path.resolve(__dirname, '..', '..');

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { title: { type: 'string' } } });
  const [name, ...extraArguments] = positionals;
  if (name === undefined || extraArguments.length > 0)
    throw new Error('Usage: npm run new-remote -- NAME [--title "Display name"]');
  const dir = await createRemote({ root, name, title: values.title });
  try {
    await installAndUpdateLockfile();
  } catch (error) {
    rmSync(dir, { recursive: true });
    throw new Error(`The packages could not be installed, so remote-${name}/ was removed.`, { cause: error });
  }
  console.log(`\nCreated remote-${name}/. Next:\n  npm run dev -- ${name}\n  npm start\n  npm run release -- ${name}`);
}

ignoreClosedOutput();
run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
