/** @jest-environment-options {"dom": true} */
import { getAbout } from './about';
import { createRemote } from './testing/fake-remotes';

it('returns the version and state of each remote and why it failed', () => {
  const faultDetails = { remote: 'x', version: '1.0.0', message: 'reason' };
  const { contract, remotes } = getAbout({
    remotes: [
      createRemote('annotate', { title: 'Images' }),
      { ...createRemote('training', { title: 'Models', version: '2.0.0' }), override: 'http://localhost:3100' },
      { ...createRemote('similarity', { title: 'Groups' }), blocked: { kind: 'contract', ...faultDetails } },
      { ...createRemote('catalogue', { title: 'Catalogue' }), blocked: { kind: 'disabled', ...faultDetails } },
      { ...createRemote('evaluations', { title: 'Evaluations', version: '1.1.0' }), isCanary: true },
      { ...createRemote('jobs', { title: 'Jobs' }), isFallback: true },
    ],
    missing: ['reports'],
  });
  expect(contract).toMatch(/^\d+\.\d+\.\d+$/);
  expect(remotes.map(({ title, version, state, note }) => [title, version, state, note])).toEqual([
    ['Catalogue', '1.0.0', 'disabled', undefined],
    ['Evaluations', '1.1.0', 'canary', undefined],
    ['Groups', '1.0.0', 'failed', expect.stringContaining('is not compatible with this version of the console')],
    ['Images', '1.0.0', 'live', undefined],
    ['Jobs', '1.0.0', 'fallback', undefined],
    ['Models', '2.0.0', 'override', 'from http://localhost:3100'],
    ['reports', '', 'failed', expect.stringContaining('could not be read')],
  ]);
});
