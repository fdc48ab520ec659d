import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { listIdFields, createIntrusions } from '../../../../../server/src/testing/samples/intrusions';
import type { CallSample } from '../../../../../server/src/testing/samples/sample-factories';
import { listFields } from '../../../../../server/src/testing/samples/schema-fields';
import { hasPathId, getOutcome, sendSample, withValue } from '../../../../../server/src/testing/samples/send-sample';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

/** Sends every call with ids of another tenant: in the path, in every id field, and as the workspace id. */
export const crossTenant: AttackClass = {
  name: 'cross-tenant',
  run: async ({ createTenant }) => {
    const [ownTenant, otherTenant] = [await createTenant(), await createTenant()];
    const [ownSamples, foreignSamples] = [createCallSamples(ownTenant.sampleRows), createCallSamples(otherTenant.sampleRows)];
    const attempts: Attempt[] = [];
    const attemptForeignAccess = async (key: SampledCall, requestPart: string, sample: CallSample) => {
      const response = await sendSample(ownTenant.client, key, sample);
      const { status } = getOutcome(response);
      attempts.push(createAttempt(`${key} ${requestPart}`, status === 404, `${status} ${response.text.slice(0, 200)}`));
    };
    for (const key of Object.keys(ownSamples) as SampledCall[]) {
      if (hasPathId(key)) {
        for (const sample of ownSamples[key])
          await attemptForeignAccess(key, 'path', { ...sample, id: foreignSamples[key][0]?.id });
      }
      for (const field of listIdFields(key)) {
        for (const sample of createIntrusions(key, field, ownTenant.sampleRows, otherTenant.sampleRows))
          await attemptForeignAccess(key, field.path.join('.'), sample);
      }
      for (const { part } of listFields(key).filter(({ path }) => path.join('.') === 'workspace')) {
        for (const sample of ownSamples[key])
          await attemptForeignAccess(key, 'workspace', withValue(sample, { part, path: ['workspace'] }, otherTenant.workspaceId));
      }
    }
    return attempts;
  },
};
