import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  expectNotReloaded,
  expectNoJargon,
  expectFaultReported,
  expectRemoteWorks,
  getFaults,
  navigateTo,
  openSignedIn,
} from '../support/console';
import { FakeDeployment } from '../support/fake-deployment';
import { createFakeRemote, type FakeRemoteOptions } from '../support/fake-remote';
import { expect, LONG_RUN, test } from '../support/test';

interface UnmetRequirement {
  requirement: string;
  remote: FakeRemoteOptions;
  testOptions: { tag?: string };
}

const UNMET_REQUIREMENTS: UnmetRequirement[] = [
  { requirement: 'a newer contract', remote: { manifest: { contract: '^2.0.0' } }, testOptions: {} },
  // Tested only in the long run, because `federation.test.ts` of the shared contract covers both requirements.
  { requirement: 'a newer React', remote: { shared: { react: '^20.0.0' } }, testOptions: LONG_RUN },
];

for (const { requirement, remote, testOptions } of UNMET_REQUIREMENTS) {
  test(`a version that needs ${requirement} is replaced by the previous version`, testOptions, async ({ page }) => {
    const deployment = await FakeDeployment.install(page);
    deployment.publish(createFakeRemote({ ...remote, version: '2.0.0' }), createFakeRemote({ version: '1.0.0' }));
    await openSignedIn(page);
    await navigateTo(page, 'Probe');
    await expect(page.getByText('The probe works')).toBeVisible();
    await expectFaultReported(page, { remote: 'probe', version: '2.0.0', kind: 'contract' });
  });

  test(`a version that needs ${requirement} shows an error until Retry finds a compatible one`, LONG_RUN, async ({ page }) => {
    const deployment = await FakeDeployment.install(page);
    deployment.publish(createFakeRemote({ ...remote, version: '2.0.0' }));
    await openSignedIn(page);
    await navigateTo(page, 'Probe');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('is not compatible with this version of the console');
    await expectNoJargon(alert);
    await expectFaultReported(page, { remote: 'probe', version: '2.0.0', kind: 'contract', part: './page#ProbePage' });
    await expectRemoteWorks(page, 'training');

    deployment.publish(createFakeRemote({ version: '2.0.1' }));
    await navigateTo(page, 'Probe');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('The probe works')).toBeVisible();
    await expectNotReloaded(page);
  });
}

/** Returns code that defines another copy of React as `SecondReact`, as in a build that does not share React. */
function readSecondReactCode(): string {
  const { resolve } = createRequire(path.resolve(__dirname, '../../host/package.json'));
  const code = readFileSync(path.join(path.dirname(resolve('react/package.json')), 'cjs/react.production.js'), 'utf8');
  return `const SecondReact = (() => { const exports = {}; ${code}; return exports; })()`;
}

test('a remote with a second React shows an error on its page only', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  const code = `{ ProbePage: () => SecondReact.createElement('p', null, SecondReact.useState('text')[0]) }`;
  deployment.publish(createFakeRemote({ setupCode: readSecondReactCode(), exposes: { './page': code } }));
  await openSignedIn(page);
  await navigateTo(page, 'Probe');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Probe parts stopped working.');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'probe', version: '1.0.0', kind: 'render' });
  expect((await getFaults(page)).at(-1)?.message).toContain('useState');
  await expectRemoteWorks(page, 'annotate');
  await expectNotReloaded(page);
});
