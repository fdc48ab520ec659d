import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);
const ADMIN_SCRIPT = path.resolve(__dirname, '..', '..', 'server', 'dist', 'admin.mjs');

/** Runs `npm run admin` on the data of a running server. Returns its output. */
export async function runAdminCommand(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await execFileAsync(process.execPath, [ADMIN_SCRIPT, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout;
}
