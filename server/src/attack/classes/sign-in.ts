import { TestClient } from '../../testing/client';
import { judged, type AttackClass, type Attempt } from '../frame/attempt';

const LOGIN = '/account/v2/login/';
const GUESSES = 300;
const MOST_TAKEN = 10;

/** Guesses at one account from many addresses, and failures of one address under which others sit. */
export const signIn: AttackClass = {
  name: 'sign-in',
  run: async ({ startServer }) => {
    const server = await startServer({ TRUST_PROXY: '1' });
    const [victim, colleague] = [await server.createTenant(), await server.createTenant()];
    const from = async (address: string, email: string, password: string) => {
      const client = new TestClient(server.origin, null);
      const answer = await client.post(LOGIN, { email, password }, { headers: { 'x-forwarded-for': `1.2.3.4, ${address}` } });
      return answer.status;
    };
    const attempts: Attempt[] = [];
    await from('198.51.100.1', colleague.email, colleague.password);
    await from('203.0.113.1', victim.email, victim.password);

    const guesses: number[] = [];
    for (let n = 0; n < GUESSES; n += 1) guesses.push(await from(`192.0.2.${n % 30}`, victim.email, `guess ${n}`));
    const taken = guesses.filter((status) => status === 401).length;
    attempts.push(judged('wrong passwords for one account from 30 addresses', taken <= MOST_TAKEN, `${taken} were tried`));
    const owner = await from('203.0.113.1', victim.email, victim.password);
    attempts.push(judged('its owner, from an address of before', owner === 200, String(owner)));

    for (let n = 0; n < 100; n += 1) await from('198.51.100.1', victim.email, `guess ${n}`);
    const behind = await from('198.51.100.1', colleague.email, colleague.password);
    attempts.push(judged('who sits behind the same address as a guesser', behind === 200, String(behind)));
    return attempts;
  },
};
