/** @jest-environment-options {"dom": true} */
import { fetchRegistry, fetchRegistryEarly } from './early-registry';

const fetchMock = jest.fn<Promise<Response>, Parameters<typeof window.fetch>>();

beforeEach(() => {
  localStorage.clear();
  fetchMock.mockReset().mockResolvedValue({ ok: true } as Response);
  window.fetch = fetchMock;
});

it('requests the registry without a token while nobody is signed in', async () => {
  await fetchRegistry();
  expect(fetchMock).toHaveBeenCalledWith('/registry.json');
});

it('requests the registry with the token and the last workspace', async () => {
  localStorage.setItem('access', 'token');
  localStorage.setItem('workspace', 'w1');
  await fetchRegistry();
  expect(fetchMock).toHaveBeenCalledWith('/registry.json', { headers: { Authorization: 'Bearer token', 'X-Workspace': 'w1' } });
});

it('uses the early request once and sends a new one afterwards', async () => {
  localStorage.setItem('workspace', 'w1');
  fetchRegistryEarly();
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await fetchRegistry();
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await fetchRegistry();
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

it('sends no early request before the workspace is known', () => {
  localStorage.setItem('access', 'token');
  fetchRegistryEarly();
  expect(fetchMock).not.toHaveBeenCalled();
});
