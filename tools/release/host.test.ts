import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStore } from '../../server/src/operations/releases';
import { listReleases } from '../../server/src/operations/console-site/list-releases';
import { decideCanaries } from '../../server/src/operations/console-site/canary-decisions';
import { createReleaseFiles } from '../../server/src/testing/releases/release-samples';
import { readVisits, startConsole } from '../../server/src/testing/releases/test-console';
import { runCommand } from './commands';
import { createHostDeployment } from './deployment';

const TOKEN = 'a-deploy-token-for-tests';
let buildDir: string;
let server: Awaited<ReturnType<typeof startConsole>>;
let host: string;
let output: string[];

beforeEach(async () => {
  output = [];
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

const runRelease = (line: string, token: string | undefined = TOKEN) => {
  const [command = '', ...args] = line.split(' ');
  const context = {
    root: '/not-used',
    buildDir: '/not-used',
    env: { DEPLOY_TOKEN: token },
    print: (text: string) => output.push(text),
  };
  return runCommand(command, [...args, '--host', host], context);
};
const publish = (version: string) => createHostDeployment(host, TOKEN).publish(createReleaseFiles(version), 'annotate', version);

it('release commands with --host change the releases of a server', async () => {
  await publish('1.0.0');
  await publish('1.1.0');
  await runRelease('activate annotate 1.0.0');
  await runRelease('canary annotate 1.1.0 --share 10 --workspace w1');
  await runRelease('activate annotate 1.1.0 --revision 4');
  await runRelease('rollback annotate');
  await runRelease('canary annotate --off');
  expect(output).toContain('annotate 1.1.0 is the canary.');
  expect(output).toContain('annotate 1.0.0 is active again.');
  output = [];
  await runRelease('registry');
  const listing = output.join('\n');
  expect(listing).toMatch(/active +1\.0\.0, since/);
  expect(listing).toMatch(/revision 4 +canary annotate 1\.1\.0 --share 10 --workspace w1, by deploy token/);
});

it('compares a canary, and the server promotes it', async () => {
  await publish('1.0.0');
  await publish('1.1.0');
  await runRelease('activate annotate 1.0.0');
  await expect(runRelease('canary annotate')).rejects.toThrow('annotate has no canary to compare.');
  await runRelease('canary annotate 1.1.0 --share 10');
  output = [];
  await runRelease('canary annotate');
  expect(output.join('\n')).toMatch(/^ready +99\.8 % \(99\.\d to 100\.0\) +99\.8 % .* not worse$/m);
  expect(output.at(-1)).toBe('Decision: promote, because no measure is worse by more than the margin after 5000 visits.');
  const store = createFolderStore(buildDir);
  const readStatus = async () => (await listReleases(store, readVisits))[0];
  expect(await readStatus()).toMatchObject({
    name: 'annotate',
    active: '1.0.0',
    state: 'undecided',
    canary: { version: '1.1.0', share: 10, max_visits: null, comparison: { visits: { canary: 5000, active: 5000 } } },
  });
  await decideCanaries(store, readVisits);
  expect((await store.read())?.remotes.annotate).toMatchObject({ active: '1.0.0' });
  await runRelease('canary annotate 1.1.0 --share 10 --visits 2000');
  await decideCanaries(store, async (versions) => {
    const { active } = await readVisits(versions);
    return { active, canary: { ...active, ready: 4000 } };
  });
  expect((await store.read())?.remotes.annotate).not.toHaveProperty('canary');
  expect(await readStatus()).toMatchObject({
    canary: null,
    state: 'rolled_back',
    last_comparison: { visits: { canary: 5000 }, measures: [{ name: 'ready', finding: 'worse' }, {}, {}] },
  });
  await runRelease('canary annotate 1.1.0 --share 10 --visits 2000');
  await decideCanaries(store, readVisits);
  expect((await store.read())?.remotes.annotate).toMatchObject({ active: '1.1.0' });
  const { state, history, last_comparison: lastComparison } = (await readStatus()) ?? {};
  expect([state, lastComparison?.measures[0]?.finding]).toEqual(['promoted', 'equal']);
  expect(history?.slice(0, 3)).toMatchObject([
    { action: 'activate', version: '1.1.0', reason: expect.stringContaining('no measure is worse') },
    { action: 'canary', version: '1.1.0', reason: null },
    { action: 'canary_off', version: null, reason: expect.stringContaining('the ready rate is worse') },
  ]);
  output = [];
  await runRelease('registry');
  expect(output.join('\n')).toContain('activate annotate 1.1.0, by the server, because no measure is worse');
  expect(output.join('\n')).toContain('by the server, because the ready rate is worse: 80.0 % instead of 99.8 %');
  await runRelease('rollback annotate');
  expect(await readStatus()).toMatchObject({ state: null, last_comparison: null });
  await runRelease('canary annotate 1.1.0 --share 10');
  await runRelease('canary annotate --off');
  expect(await readStatus()).toMatchObject({ state: null, last_comparison: { visits: { canary: 5000 } } });
});

it('prints the error message of the server', async () => {
  await publish('1.0.0');
  await expect(publish('1.0.0')).rejects.toThrow('annotate 1.0.0 is already published');
  await expect(runRelease('activate annotate 9.0.0')).rejects.toThrow('annotate 9.0.0 is not published. Published: 1.0.0.');
  await expect(runRelease('activate annotate 1.0.0', 'wrong')).rejects.toThrow('The deploy token is missing or wrong.');
  await expect(runRelease('activate annotate 1.0.0', '')).rejects.toThrow('Set DEPLOY_TOKEN to the deploy token of that server.');
});

it('explains an invalid or unreachable host URL', async () => {
  const context = { root: '/not-used', buildDir: '/not-used', env: { DEPLOY_TOKEN: TOKEN }, print: () => undefined };
  const listRegistry = (url: string) => runCommand('registry', ['--host', url], context);
  await expect(listRegistry('console.example')).rejects.toThrow(
    '--host must be like https://console.example, not console.example.',
  );
  await expect(listRegistry(`${host}/wrong-path`)).rejects.toThrow(/responded with status 404|Not Found/);
  await server.close();
  await expect(listRegistry(host)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached \(.*ECONNREFUSED/);
});
