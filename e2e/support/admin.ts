import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ADMIN = path.resolve(__dirname, '..', '..', 'server', 'dist', 'admin.mjs');

/** Runs `npm run admin` on the data of a running server. Returns its output. */
export async function admin(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [ADMIN, ...args], { env: { ...process.env, DATA_DIR: dataDir } });
  return stdout;
}
