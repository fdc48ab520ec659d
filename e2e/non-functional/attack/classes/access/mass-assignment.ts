import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { sendSample, withValue } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const FORGED_ID = 'f0f0f0f0-1111-4222-8333-444444444444';

/** Sends writes with fields that only the server may set. */
export const massAssignment: AttackClass = {
  name: 'mass-assignment',
  run: async ({ createTenant }) => {
    const [ownTenant, otherTenant] = [await createTenant(), await createTenant()];
    const forgedValues: Record<string, unknown> = {
      id: FORGED_ID,
      workspace_id: otherTenant.workspaceId,
      owner_id: otherTenant.userId,
      owner: otherTenant.userId,
      created: '1999-01-01T00:00:00Z',
      created_by: otherTenant.userId,
      user: otherTenant.userId,
      user_id: otherTenant.userId,
      api_token: 'f'.repeat(40),
      password_hash: FORGED_ID,
      image_key: FORGED_ID,
      thumb_token: FORGED_ID,
      train_status: 'TRAINED',
      model_key: FORGED_ID,
    };
    const samples = createCallSamples(ownTenant.sampleRows);
    const keys = (Object.keys(samples) as SampledCall[]).filter((key) => /^(POST|PUT|PATCH)/.test(key));
    const attempts: Attempt[] = [];
    for (const key of keys) {
      for (const [field, value] of Object.entries(forgedValues)) {
        const sample = samples[key][0] ?? {};
        if (!sample.body || Object.hasOwn(sample.body, field)) continue;
        const { status, text } = await sendSample(
          ownTenant.client,
          key,
          withValue(sample, { part: 'body', path: [field] }, value),
        );
        // The server ignores or refuses unknown fields. The values must not appear in the response.
        const isAccepted = status < 400 && text.includes(String(value)) && value !== 'TRAINED';
        attempts.push(createAttempt(`${key} ${field}`, status < 500 && !isAccepted, `${status} ${text.slice(0, 200)}`));
      }
    }
    const { status } = await otherTenant.client.get(`/recognition/v2/training-image/${otherTenant.sampleRows.image}`);
    attempts.push(createAttempt("the other tenant's image", status === 200, String(status)));
    return attempts;
  },
};
