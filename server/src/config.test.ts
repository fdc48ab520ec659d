import { ConfigError, DEMO_ON_NETWORK, readConfig, refuseDemoOnNetwork } from './config';

it('listens on both loopback families by default', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    hosts: ['127.0.0.1', '::1'],
    demo: true,
    apiOnly: false,
    databaseUrl: null,
  });
});

it('reads the environment, and arguments', () => {
  const config = readConfig(
    {
      PORT: '18100',
      HOST: '0.0.0.0',
      DEMO: 'off',
      PUBLIC_URL: 'https://console.example/',
      CORS_ORIGINS: 'https://a.example, https://b.example',
    },
    ['--api-only'],
  );
  expect(config).toMatchObject({
    port: 18_100,
    hosts: ['0.0.0.0'],
    demo: false,
    apiOnly: true,
    publicUrl: 'https://console.example',
    corsOrigins: ['https://a.example', 'https://b.example'],
  });
});

it('takes an empty variable for one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(8080);
});

it('names every setting that cannot be used', () => {
  const read = () =>
    readConfig({ PORT: 'eighty', DEMO: 'perhaps', DATABASE_URL: 'mysql://x', JWT_SECRET: 'secret', ACCESS_TTL_SECONDS: '0' });
  expect(read).toThrow(ConfigError);
  for (const name of ['PORT', 'DEMO', 'DATABASE_URL', 'JWT_SECRET', 'ACCESS_TTL_SECONDS']) expect(read).toThrow(name);
});

it('takes no secret that can be guessed', () => {
  expect(() => readConfig({ JWT_SECRET: 'a'.repeat(64) })).toThrow('JWT_SECRET');
  expect(readConfig({ JWT_SECRET: 'kT9!vZ2#qL7@wX4$eR8%yU1&iO5*pA3^' }).jwtSecret).not.toBeNull();
});

describe('the demo accounts', () => {
  const onHost = (HOST: string | undefined, words?: string) => () =>
    refuseDemoOnNetwork(readConfig({ HOST, ALLOW_DEMO_ACCOUNTS_ON_NETWORK: words }));

  it.each([undefined, '127.0.0.1', '::1', 'localhost', '127.0.0.2'])('are kept to this machine on %s', (host) => {
    expect(onHost(host)).not.toThrow();
  });
  it.each(['0.0.0.0', '::', '192.168.1.5', 'console.example'])('are not shown on %s', (host) => {
    expect(onHost(host)).toThrow(DEMO_ON_NETWORK);
    expect(onHost(host, 'yes')).toThrow(ConfigError);
  });
  it('are shown to a network by who says so in so many words', () => {
    expect(onHost('0.0.0.0', DEMO_ON_NETWORK)).not.toThrow();
  });
});
