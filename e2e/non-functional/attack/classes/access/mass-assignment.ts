import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/intrusions';
import { sendSample, withValue } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const MARK = 'f0f0f0f0-1111-4222-8333-444444444444';

/** Sends writes with fields that only the server may set. */
export const massAssignment: AttackClass = {
  name: 'mass-assignment',
  run: async ({ createTenant }) => {
    const [attacker, victim] = [await createTenant(), await createTenant()];
    const protectedFields: Record<string, unknown> = {
      id: MARK,
      workspace_id: victim.workspaceId,
      owner_id: victim.userId,
      owner: victim.userId,
      created: '1999-01-01T00:00:00Z',
      created_by: victim.userId,
      user: victim.userId,
      user_id: victim.userId,
      api_token: 'f'.repeat(40),
      password_hash: MARK,
      image_key: MARK,
      thumb_token: MARK,
      train_status: 'TRAINED',
      model_key: MARK,
    };
    const samples = createCallSamples(attacker.world);
    const keys = (Object.keys(samples) as SampledCall[]).filter((key) => /^(POST|PUT|PATCH)/.test(key));
    const attempts: Attempt[] = [];
    for (const key of keys) {
      for (const [field, value] of Object.entries(protectedFields)) {
        const sample = samples[key][0] ?? {};
        if (!sample.body || Object.hasOwn(sample.body, field)) continue;
        const { status, text } = await sendSample(
          attacker.client,
          key,
          withValue(sample, { part: 'body', path: [field] }, value),
        );
        // Unknown fields are ignored or refused. They must not appear in the response.
        const isAccepted = status < 400 && text.includes(String(value)) && value !== 'TRAINED';
        attempts.push(createAttempt(`${key} ${field}`, status < 500 && !isAccepted, `${status} ${text.slice(0, 200)}`));
      }
    }
    const { status } = await victim.client.get(`/recognition/v2/training-image/${victim.world.image}`);
    attempts.push(createAttempt("the other tenant's image", status === 200, String(status)));
    return attempts;
  },
};
