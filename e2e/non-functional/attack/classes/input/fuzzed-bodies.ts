import { splitKey } from '../../../../../server/src/platform/http/route/route';
import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import { TestClient } from '../../../../../server/src/testing/api/client';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import type { CallSample } from '../../../../../server/src/testing/samples/sample-factories';
import { listFields } from '../../../../../server/src/testing/samples/schema-fields';
import { hasPathId, withValue } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type Attempt, type Tenant } from '../../harness/attack-class';
import { createRandom } from '../../../../../server/learner/src/sampling/random';

const DURATION_MS = 25_000;
const FUZZ_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, 5e-324],
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    'é'.normalize('NFD'),
    '💥',
    '-1',
    '1e999',
    '2024-02-30',
    '0000-01-01',
    '+294276-12-31',
  ],
  ...['00000000-0000-0000-0000-000000000000', '../../etc/passwd', '__proto__', 'constructor', 'x'.repeat(100_000)],
  ...[[], [[]], [null], [1, 'a', null], Array.from({ length: 3000 }, (_, n) => n), Array(9).fill('')],
  ...[{}, { length: 1e9 }, { toString: 1 }, { then: 1 }, { $ref: '#' }, { '': '' }, { '\u0000': 1 }],
];
const INVALID_BODIES = [
  '',
  '{',
  '[]',
  'null',
  '0',
  '"x"',
  '{"a":1}{',
  '{"__proto__":{"x":1}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  "{'a':1}",
  '[[[[',
];

/** Sends all invalid bodies to each call once, then random values in random fields for 25 seconds. */
export const fuzzedBodies: AttackClass = {
  name: 'fuzzed-bodies',
  run: async ({ createTenant, origin }) => {
    let tenant = await createTenant();
    const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    const pickRandom = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)];
    const attempts: Attempt[] = [];
    const sendFuzzedBody = async (key: SampledCall, sample: CallSample, change: string, rawBody: string) => {
      const [method, path] = splitKey(key);
      const { status, body, text } = await tenant.client.send(method, createPath(key, path, sample, pickRandom), undefined, {
        rawBody,
      });
      const hasReason = status < 400 || typeof (body as { detail?: unknown } | undefined)?.detail === 'string';
      attempts.push(
        createAttempt(`${key} ${change} (seed ${seed})`, status < 500 && hasReason, `${status} ${text.slice(0, 200)}`),
      );
      // A fuzzed call may have revoked the caller's token. Continue with a new tenant.
      if (status === 401) tenant = await createTenant();
    };
    const keys = listCallsWithBody(tenant);
    const deadline = Date.now() + DURATION_MS;
    for (const key of keys) {
      for (const rawBody of INVALID_BODIES)
        await sendFuzzedBody(key, createCallSamples(tenant.sampleRows)[key][0] ?? {}, `as ${rawBody}`, rawBody);
    }
    while (Date.now() < deadline) {
      const key = pickRandom(keys) ?? keys[0];
      const samples = createCallSamples(tenant.sampleRows);
      const fields = key && listFields(key).filter(({ part }) => part === 'body');
      if (!key || !fields) break;
      let sample = pickRandom(samples[key]) ?? {};
      const changedFields: string[] = [];
      for (let changeIndex = 0; changeIndex < 1 + random() * 2; changeIndex += 1) {
        const field = pickRandom(fields);
        if (!field) continue;
        const value = pickRandom(FUZZ_VALUES);
        sample = withValue(sample, field, value);
        changedFields.push(`${field.path.join('.')}=${(JSON.stringify(value) ?? '').slice(0, 40)}`);
      }
      await sendFuzzedBody(key, sample, changedFields.join(' '), JSON.stringify(sample.body));
    }
    const { status } = await new TestClient(origin, (await createTenant()).client.authorization).get('/detection/v2/label/');
    attempts.push(createAttempt('a list afterwards', status === 200, String(status)));
    return attempts;
  },
};

const listCallsWithBody = ({ sampleRows }: Tenant) => {
  const samples = createCallSamples(sampleRows);
  return (Object.keys(samples) as SampledCall[]).filter((key) => samples[key].some(({ body }) => body));
};

/** Returns the path, mostly with a valid id, because a request refused for its id does not test the body. */
function createPath(
  key: SampledCall,
  path: string,
  { id, user }: CallSample,
  pickRandom: <T>(values: readonly T[]) => T | undefined,
): string {
  const invalidIds = ['%00', '%ff', '..%2f', '-1', '9'.repeat(40), 'null'];
  const chosenId = pickRandom([1, 2, 3, 4, 5, 6, 7, 8, 9]) === 9 ? pickRandom(invalidIds) : encodeURIComponent(String(id));
  return hasPathId(key) ? path.replace('{id}', String(chosenId)).replace('{user_id}', String(user)) : path;
}
