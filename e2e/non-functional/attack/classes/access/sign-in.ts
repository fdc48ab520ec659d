import { TestClient } from '../../../../../server/src/testing/api/client';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const LOGIN_PATH = '/account/v2/login/';
const GUESS_COUNT = 300;
const MAX_ACCEPTED_GUESSES = 10;

/** Guesses the password of one account from many IP addresses, and from an address that another user shares. */
export const signIn: AttackClass = {
  name: 'sign-in',
  run: async ({ startServer }) => {
    const server = await startServer({ TRUST_PROXY: '1' });
    const [victim, colleague] = [await server.createTenant(), await server.createTenant()];
    const signInFromAddress = async (address: string, email: string, password: string) => {
      const client = new TestClient(server.origin, null);
      const response = await client.post(
        LOGIN_PATH,
        { email, password },
        { headers: { 'x-forwarded-for': `1.2.3.4, ${address}` } },
      );
      return response.status;
    };
    const attempts: Attempt[] = [];
    await signInFromAddress('198.51.100.1', colleague.email, colleague.password);
    await signInFromAddress('203.0.113.1', victim.email, victim.password);

    const guesses: number[] = [];
    for (let guessNumber = 0; guessNumber < GUESS_COUNT; guessNumber += 1)
      guesses.push(await signInFromAddress(`192.0.2.${guessNumber % 30}`, victim.email, `guess ${guessNumber}`));
    const acceptedCount = guesses.filter((status) => status === 401).length;
    attempts.push(
      createAttempt(
        'wrong passwords for one account from 30 addresses',
        acceptedCount <= MAX_ACCEPTED_GUESSES,
        `${acceptedCount} were checked`,
      ),
    );
    const victimStatus = await signInFromAddress('203.0.113.1', victim.email, victim.password);
    attempts.push(createAttempt('its owner, from a known address', victimStatus === 200, String(victimStatus)));

    for (let guessNumber = 0; guessNumber < 100; guessNumber += 1)
      await signInFromAddress('198.51.100.1', victim.email, `guess ${guessNumber}`);
    const colleagueStatus = await signInFromAddress('198.51.100.1', colleague.email, colleague.password);
    attempts.push(
      createAttempt('another user with the same address as the attacker', colleagueStatus === 200, String(colleagueStatus)),
    );
    return attempts;
  },
};
