import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { listFields } from '../../../../../server/src/testing/samples/schema-fields';
import { splitKey } from '../../../../../server/src/platform/http/route/route';
import { toSamplePath, withValue } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const DEEP_VALUE = 'a very deep value';
const NESTING_DEPTHS = [101, 5000, 200_000];

/** Sends deeply nested lists in every field of every body, and labelling flow graphs with too many paths to traverse. */
export const deepJson: AttackClass = {
  name: 'deep-json',
  run: async ({ createTenant }) => {
    const { client, sampleRows } = await createTenant();
    const samples = createCallSamples(sampleRows);
    const attempts: Attempt[] = [];
    for (const key of Object.keys(samples) as SampledCall[]) {
      const sample = samples[key][0];
      if (!sample?.body) continue;
      for (const field of listFields(key).filter(({ part }) => part === 'body')) {
        for (const [index, value] of [DEEP_VALUE, { deep: DEEP_VALUE }].entries()) {
          const depth = NESTING_DEPTHS[(attempts.length + index) % NESTING_DEPTHS.length] ?? 0;
          const rawBody = JSON.stringify(withValue(sample, field, value).body).replace(
            `"${DEEP_VALUE}"`,
            `${'['.repeat(depth)}${']'.repeat(depth)}`,
          );
          const { status, text } = await client.send(splitKey(key)[0], toSamplePath(key, sample), undefined, { rawBody });
          const description = `${key} ${field.path.join('.')} ${depth} deep`;
          attempts.push(createAttempt(description, status === 400, `${status} ${text.slice(0, 200)}`));
        }
      }
    }
    for (const count of [101, 250, 500]) {
      const ids = Array.from({ length: count }, (_, index) => `a${index}`);
      const actions = ids.map((id, index) => ({ id, type: 'list', children: ids.slice(index + 1) }));
      const flowData = { root: ['a0'], actions };
      const startTime = performance.now();
      const { status } = await client.post('/flows/v2/flow/', { name: 'Shared', json_data: flowData });
      const duration = performance.now() - startTime;
      const isSafe = (status === 201 || status === 400) && duration < 5000;
      attempts.push(
        createAttempt(`a graph of ${count} actions that share children`, isSafe, `${status} after ${duration.toFixed(0)} ms`),
      );
    }
    return attempts;
  },
};
