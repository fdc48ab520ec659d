import { fetchRegistry, fetchRegistryEarly } from './early-registry';

const asked = jest.fn<Promise<Response>, Parameters<typeof window.fetch>>();

beforeEach(() => {
  localStorage.clear();
  asked.mockReset().mockResolvedValue({ ok: true } as Response);
  window.fetch = asked;
});

it('requests the registry without a token while nobody is signed in', async () => {
  await fetchRegistry();
  expect(asked).toHaveBeenCalledWith('/registry.json');
});

it('requests the registry with the token and the last workspace', async () => {
  localStorage.setItem('access', 'token');
  localStorage.setItem('workspace', 'w1');
  await fetchRegistry();
  expect(asked).toHaveBeenCalledWith('/registry.json', { headers: { Authorization: 'Bearer token', 'X-Workspace': 'w1' } });
});

it('uses the early request once and sends a new one afterwards', async () => {
  localStorage.setItem('workspace', 'w1');
  fetchRegistryEarly();
  expect(asked).toHaveBeenCalledTimes(1);
  await fetchRegistry();
  expect(asked).toHaveBeenCalledTimes(1);
  await fetchRegistry();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('sends no early request before the workspace is known', () => {
  localStorage.setItem('access', 'token');
  fetchRegistryEarly();
  expect(asked).not.toHaveBeenCalled();
});
