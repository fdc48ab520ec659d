// `npm run new-remote -- NAME [--title "..."]`
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { goOnWithoutReader } from '../../server/src/cli/closed-pipe.mjs';
import { installAnew } from '../install.mjs';
import { makeRemote } from './make-remote';

const root = path.resolve(__dirname, '..', '..');

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { title: { type: 'string' } } });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new Error('npm run new-remote -- NAME [--title "What people call it"]');
  const dir = await makeRemote({ root, name, title: values.title });
  try {
    await installAnew();
  } catch (error) {
    rmSync(dir, { recursive: true });
    throw new Error(`The packages could not be installed, so remote-${name}/ was taken away again.`, { cause: error });
  }
  console.log(`\nremote-${name}/ is there. Next:\n  npm run dev -- ${name}\n  npm start\n  npm run release -- ${name}`);
}

goOnWithoutReader();
run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
