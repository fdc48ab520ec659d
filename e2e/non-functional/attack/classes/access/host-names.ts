import { TestClient } from '../../../../../server/src/testing/api/client';
import { createAttempt, type AttackClass, type AttackServer, type Attempt } from '../../harness/attack-class';

const FOREIGN_NAMES = [
  'evil.example',
  'evil.example:8080',
  '127.0.0.1.evil.example',
  '127.evil.example',
  'localhost.evil.example',
  'xlocalhost',
  'localhost@evil.example',
  'evil.example#localhost',
  '2130706433',
  '[::ffff:10.0.0.1]',
  '169.254.169.254',
];
const REQUESTED_PATHS = ['/openapi.json', '/account/v2/details/', '/detection/v2/label/', '/nothing', '/files/x'];

/** Sends foreign host names, like in DNS rebinding, in Host and X-Forwarded-Host. */
export const hostNames: AttackClass = {
  name: 'host-names',
  run: async ({ startServer, createTenant, origin }) => {
    const wildcardServer = await startServer({ HOST: '0.0.0.0', TRUST_PROXY: '1' });
    const port = new URL(wildcardServer.origin).port;
    const loopbackUrl = `http://127.0.0.1:${port}`;
    const { client } = await createTenant();
    const attempts: Attempt[] = [];
    const requestWithHost = async (server: Pick<AttackServer, 'origin'>, headers: Record<string, string>) => {
      for (const path of REQUESTED_PATHS) {
        const { status, text } = await new TestClient(server.origin, client.authorization).send('GET', path, undefined, {
          headers,
        });
        // Status 400 means that Node or the URL parser has refused an invalid name.
        const isSafe = (status === 421 || status === 400) && !text.includes('evil');
        attempts.push(createAttempt(`${path} of ${Object.values(headers).join()}`, isSafe, `${status} ${text.slice(0, 200)}`));
      }
    };
    for (const host of FOREIGN_NAMES) {
      await requestWithHost({ origin }, { host });
      await requestWithHost({ origin: loopbackUrl }, { host });
      await requestWithHost({ origin: loopbackUrl }, { 'x-forwarded-host': host });
    }
    const namedServer = await startServer({ PUBLIC_URL: 'https://console.example' });
    for (const host of [...FOREIGN_NAMES, 'www.console.example', 'console.example.evil.example'])
      await requestWithHost(namedServer, { host });
    for (const [origin, host] of [
      [loopbackUrl, `127.0.0.1:${port}`],
      [namedServer.origin, 'console.example'],
    ] as const) {
      const { status } = await new TestClient(origin, null).send('GET', '/openapi.json', undefined, { headers: { host } });
      attempts.push(createAttempt(`responds to its own name ${host}`, status === 200, String(status)));
    }
    return attempts;
  },
};
