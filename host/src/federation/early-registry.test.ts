import { fetchRegistry, fetchRegistryEarly } from './early-registry';

const asked = jest.fn<Promise<Response>, Parameters<typeof window.fetch>>();

beforeEach(() => {
  localStorage.clear();
  asked.mockReset().mockResolvedValue({ ok: true } as Response);
  window.fetch = asked;
});

it('asks for the registry of everyone while nobody is signed in', async () => {
  await fetchRegistry();
  expect(asked).toHaveBeenCalledWith('/registry.json');
});

it('asks as the person who is signed in, in the workspace used last', async () => {
  localStorage.setItem('access', 'token');
  localStorage.setItem('workspace', 'w1');
  await fetchRegistry();
  expect(asked).toHaveBeenCalledWith('/registry.json', { headers: { Authorization: 'Bearer token', 'X-Workspace': 'w1' } });
});

it('takes what was begun early once, and asks anew after that', async () => {
  localStorage.setItem('workspace', 'w1');
  fetchRegistryEarly();
  expect(asked).toHaveBeenCalledTimes(1);
  await fetchRegistry();
  expect(asked).toHaveBeenCalledTimes(1);
  await fetchRegistry();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('begins nothing before the workspace is known, whose canary it would miss', () => {
  localStorage.setItem('access', 'token');
  fetchRegistryEarly();
  expect(asked).not.toHaveBeenCalled();
});
