import { getCallSamples, type SampledCall } from './get-call-samples';
import type { CallSample } from './sample-factories';
import { listFields, type Field } from './schema-fields';
import { getValue, withValue } from './send-sample';
import type { SampleRows } from './sample-rows';

/** Excluded fields: `workspace` has a separate test, and `after` is only a position in a list of the caller's own rows. */
const EXCLUDED_FIELDS = ['workspace', 'after'];

/** Lists the fields of a call's query and body that contain ids of rows. */
export const listIdFields = (key: SampledCall): Field[] =>
  listFields(key).filter((field) => field.isId && !EXCLUDED_FIELDS.includes(field.path.join('.')));

/** Returns the value of a field in a sample, or of its parent: `image` instead of `image.id`. */
function getIdValue(sample: CallSample, field: Field): unknown {
  const value = getValue(sample, field);
  return value ?? getValue(sample, { ...field, path: field.path.slice(0, -1) });
}

/** Creates samples of one tenant in which the field contains an id of the other tenant. */
export function createIntrusions(key: SampledCall, field: Field, ownRows: SampleRows, foreignRows: SampleRows): CallSample[] {
  const [ownSample, foreignSample] = [getCallSamples(ownRows, key), getCallSamples(foreignRows, key)];
  return ownSample.flatMap((sample, index) => {
    const id = getIdValue(foreignSample[index] ?? {}, field);
    return typeof id === 'string' || typeof id === 'number' ? [withValue(sample, field, id)] : [];
  });
}
