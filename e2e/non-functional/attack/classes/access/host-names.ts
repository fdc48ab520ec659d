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
const PATHS = ['/openapi.json', '/account/v2/details/', '/detection/v2/label/', '/nothing', '/files/x'];

/** Sends foreign host names, like in DNS rebinding, in Host and X-Forwarded-Host. */
export const hostNames: AttackClass = {
  name: 'host-names',
  run: async ({ startServer, createTenant, origin }) => {
    const wildcard = await startServer({ HOST: '0.0.0.0', TRUST_PROXY: '1' });
    const port = new URL(wildcard.origin).port;
    const wildcardOrigin = `http://127.0.0.1:${port}`;
    const { client } = await createTenant();
    const attempts: Attempt[] = [];
    const attempt = async (server: Pick<AttackServer, 'origin'>, headers: Record<string, string>) => {
      for (const path of PATHS) {
        const { status, text } = await new TestClient(server.origin, client.authorization).send('GET', path, undefined, {
          headers,
        });
        // Invalid names are already refused by Node or the URL parser.
        const passed = (status === 421 || status === 400) && !text.includes('evil');
        attempts.push(createAttempt(`${path} of ${Object.values(headers).join()}`, passed, `${status} ${text.slice(0, 200)}`));
      }
    };
    for (const host of FOREIGN_NAMES) {
      await attempt({ origin }, { host });
      await attempt({ origin: wildcardOrigin }, { host });
      await attempt({ origin: wildcardOrigin }, { 'x-forwarded-host': host });
    }
    const publicServer = await startServer({ PUBLIC_URL: 'https://console.example' });
    for (const host of [...FOREIGN_NAMES, 'www.console.example', 'console.example.evil.example'])
      await attempt(publicServer, { host });
    for (const [serverOrigin, host] of [
      [wildcardOrigin, `127.0.0.1:${port}`],
      [publicServer.origin, 'console.example'],
    ] as const) {
      const { status } = await new TestClient(serverOrigin, null).send('GET', '/openapi.json', undefined, { headers: { host } });
      attempts.push(createAttempt(`its own name ${host} is answered`, status === 200, String(status)));
    }
    return attempts;
  },
};
