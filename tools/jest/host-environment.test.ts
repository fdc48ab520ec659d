interface Environment {
  getVmContext: () => unknown;
  teardown: () => Promise<void>;
}

const HostEnvironment = jest.requireActual<new (config: object) => Environment>('./host-environment.cjs');
const globals = globalThis as Record<string, unknown>;

it('reverts what a test file changed', async () => {
  process.env.CONSOLE_CHANGED = 'before';
  const { fetch } = globalThis;
  const listeners = process.listenerCount('SIGUSR2');
  const environment = new HostEnvironment({ projectConfig: {} });
  process.env.CONSOLE_CHANGED = 'after';
  process.env.CONSOLE_ADDED = 'after';
  globals.addedByTheFile = true;
  globals.fetch = undefined;
  process.on('SIGUSR2', () => undefined);
  await environment.teardown();
  expect([process.env.CONSOLE_CHANGED, process.env.CONSOLE_ADDED]).toEqual(['before', undefined]);
  expect([globals.addedByTheFile, globals.fetch]).toEqual([undefined, fetch]);
  expect(process.listenerCount('SIGUSR2')).toBe(listeners);
  delete process.env.CONSOLE_CHANGED;
});

it('evaluates no module after its end', async () => {
  const environment = new HostEnvironment({ projectConfig: {} });
  expect(environment.getVmContext()).toBeTruthy();
  await environment.teardown();
  expect(environment.getVmContext()).toBeNull();
});
