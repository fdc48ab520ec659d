import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseFiles } from '../../server/src/testing/release';
import { startConsole } from '../../server/src/testing/test-console';
import { runCommand } from './commands';
import { hostDeployment } from './deployment';

const TOKEN = 'a-deploy-token-of-the-tests';
let buildDir: string;
let server: Awaited<ReturnType<typeof startConsole>>;
let host: string;
let said: string[];

beforeEach(async () => {
  said = [];
  buildDir = mkdtempSync(path.join(tmpdir(), 'console-host-'));
  mkdirSync(path.join(buildDir, 'host'));
  writeFileSync(path.join(buildDir, 'host', 'offer.json'), JSON.stringify({ contract: '1.0.0', shared: {} }));
  server = await startConsole(buildDir, TOKEN);
  host = server.url;
});
afterEach(async () => {
  await server.close();
  rmSync(buildDir, { recursive: true, force: true });
});

const run = (line: string, token: string | undefined = TOKEN) => {
  const [command = '', ...args] = line.split(' ');
  const context = {
    root: '/nowhere',
    buildDir: '/nowhere',
    env: { DEPLOY_TOKEN: token },
    say: (text: string) => said.push(text),
  };
  return runCommand(command, [...args, '--host', host], context);
};
const publish = (version: string) => hostDeployment(host, TOKEN).publish(releaseFiles(version), 'annotate', version);

it('the commands work on a server as on a folder', async () => {
  await publish('1.0.0');
  await publish('1.1.0');
  await run('activate annotate 1.0.0');
  await run('canary annotate 1.1.0 --share 10 --workspace w1');
  await run('activate annotate 1.1.0 --revision 4');
  await run('rollback annotate');
  await run('canary annotate --off');
  expect(said).toContain('annotate 1.1.0 is on canary.');
  expect(said).toContain('annotate 1.0.0 is live again.');
  said = [];
  await run('registry');
  const list = said.join('\n');
  expect(list).toMatch(/live +1\.0\.0, since/);
  expect(list).toMatch(/revision 4 +canary annotate 1\.1\.0 --share 10 --workspace w1, by deploy token/);
});

it('what the server refuses is said in its words', async () => {
  await publish('1.0.0');
  await expect(publish('1.0.0')).rejects.toThrow('annotate 1.0.0 is already published');
  await expect(run('activate annotate 9.0.0')).rejects.toThrow('annotate 9.0.0 is not published. Published: 1.0.0.');
  await expect(run('activate annotate 1.0.0', 'wrong')).rejects.toThrow('The deploy token is missing or wrong.');
  await expect(run('activate annotate 1.0.0', '')).rejects.toThrow('Set DEPLOY_TOKEN to the deploy token of that server.');
});

it('says what is wrong with the address', async () => {
  const context = { root: '/nowhere', buildDir: '/nowhere', env: { DEPLOY_TOKEN: TOKEN }, say: () => undefined };
  const on = (address: string) => runCommand('registry', ['--host', address], context);
  await expect(on('console.example')).rejects.toThrow('--host must be like https://console.example, not console.example.');
  await expect(on(`${host}/elsewhere`)).rejects.toThrow(/was answered 404|Not Found/);
  await server.close();
  await expect(on(host)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached \(.*ECONNREFUSED/);
});
