import { removeMember } from '../../../../../server/src/domain/account/workspaces';
import { setPassword } from '../../../../../server/src/domain/account/users';
import { expectBody, TestClient } from '../../../../../server/src/testing/api/client';
import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { getOutcome, getSpec, sendSample } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

/**
 * Repeats requests that have an idempotency key after the user has left the workspace. Also uses the user's session and API token
 * after a password change.
 */
export const afterLeaving: AttackClass = {
  name: 'after-leaving',
  run: async ({ createTenant, db, origin }) => {
    const { client, sampleRows, workspaceId, userId } = await createTenant();
    const samples = createCallSamples(sampleRows);
    const sentWrites: { key: SampledCall; index: number; idempotencyKey: string }[] = [];
    for (const key of (Object.keys(samples) as SampledCall[]).filter((sampledCall) => /^(POST|PUT|PATCH)/.test(sampledCall))) {
      for (const [index, sample] of samples[key].entries()) {
        const idempotencyKey = `${key} ${index}`;
        const { status } = await sendSample(client, key, sample, { 'idempotency-key': idempotencyKey });
        if (status < 300) sentWrites.push({ key, index, idempotencyKey });
      }
    }
    await removeMember(db, workspaceId, userId);
    const attempts: Attempt[] = [];
    for (const { key, index, idempotencyKey } of sentWrites.filter((sentWrite) => getSpec(sentWrite.key).service)) {
      const response = await sendSample(client, key, samples[key][index] ?? {}, { 'idempotency-key': idempotencyKey });
      // A bulk call reports the refusal for each item.
      const { status } = getOutcome(response);
      const isSafe = (status === 404 || status === 403) && response.headers['idempotency-replayed'] === undefined;
      attempts.push(createAttempt(`${key} again`, isSafe, `${response.status} ${response.text.slice(0, 200)}`));
    }
    const { token } = expectBody<{ token: string }>(await client.get('/account/v2/token/'));
    await setPassword(db, userId, 'quite another password');
    for (const [name, authorization] of Object.entries({ session: client.authorization, 'API token': `Token ${token}` })) {
      const { status } = await new TestClient(origin, authorization).get('/account/v2/details/');
      attempts.push(createAttempt(`the ${name} after a password change`, status === 401, String(status)));
    }
    return attempts;
  },
};
