import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import { TestClient } from '../../../../../server/src/testing/api/client';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { sendSample } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const UNSIGNED_JWT = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIwMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDAiLCJ1c2UiOiJhY2Nlc3MifQ.';
const CREDENTIALS = [
  null,
  'Bearer',
  'Bearer null',
  `Bearer ${UNSIGNED_JWT}`,
  `Token ${'0'.repeat(40)}`,
  "Token ' or 1=1 --",
  'Basic YWRtaW46YWRtaW4=',
];

/** Sends every protected call without credentials, and with several invalid credentials. */
export const withoutToken: AttackClass = {
  name: 'without-token',
  run: async ({ origin, createTenant }) => {
    const { sampleRows } = await createTenant();
    const samples = createCallSamples(sampleRows);
    const attempts: Attempt[] = [];
    for (const credential of CREDENTIALS) {
      const client = new TestClient(origin, credential);
      for (const key of Object.keys(samples) as SampledCall[]) {
        const { status, text } = await sendSample(client, key, samples[key][0] ?? {});
        attempts.push(createAttempt(`${key} as ${credential ?? 'nobody'}`, status === 401, `${status} ${text.slice(0, 200)}`));
      }
    }
    return attempts;
  },
};
