import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../database/free-port';
import { waitUntil } from '../wait/wait-until';

const EXAMPLE_FILE = join(__dirname, '../../../../docs/examples/nginx.conf');
const TEMPORARY_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export function isNginxInstalled(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** Starts nginx with the example of the documentation, for two servers at these ports of this machine. */
export async function startNginx(serverPorts: readonly [number, number]) {
  const folder = mkdtempSync(join(tmpdir(), 'console-nginx-'));
  const port = await findFreePort();
  const exampleConfig = readFileSync(EXAMPLE_FILE, 'utf8')
    .replace('server-1:8080', `127.0.0.1:${serverPorts[0]}`)
    .replace('server-2:8080', `127.0.0.1:${serverPorts[1]}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `daemon off; pid ${folder}/pid; error_log ${folder}/errors;`,
      'events {}',
      'http {',
      'access_log off;',
      ...TEMPORARY_PATHS.map((name) => `${name}_temp_path ${folder}/${name};`),
      exampleConfig,
      '}',
    ].join('\n'),
  );
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'errors')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(nginx, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const isListening = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  await Promise.race([waitUntil(isListening), exited.then(([code]) => Promise.reject(new Error(`nginx exited with ${code}`)))]);
  return {
    origin,
    close: async () => {
      nginx.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
