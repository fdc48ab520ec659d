import { callSamples } from './call-samples';
import type { CallSample } from './sample-makers';
import { fieldsOf, type Field } from './schema-fields';
import { valueAt, withValue } from './send-sample';
import type { World } from './world';

export type SampledCall = keyof ReturnType<typeof callSamples>;

/** The workspace is tried on its own; `after` is a place in an order, behind which there are the caller's own rows alone. */
const NO_ROW = ['workspace', 'after'];

/** The places of a call's query and body that name a row. */
export const idFields = (key: SampledCall): Field[] =>
  fieldsOf(key).filter((field) => field.isId && !NO_ROW.includes(field.path.join('.')));

/** The value of a field in a sample, or of what the field is another form of: `image.id` of `image`. */
function idIn(sample: CallSample, field: Field): unknown {
  const value = valueAt(sample, field);
  return value ?? valueAt(sample, { ...field, path: field.path.slice(0, -1) });
}

/** The samples of one tenant in which the field can be tried, with the id of the other's row in it. */
export function intrusions(key: SampledCall, field: Field, mine: World, theirs: World): CallSample[] {
  const [own, foreign] = [callSamples(mine)[key], callSamples(theirs)[key]];
  return own.flatMap((sample, index) => {
    const id = idIn(foreign[index] ?? {}, field);
    return typeof id === 'string' || typeof id === 'number' ? [withValue(sample, field, id)] : [];
  });
}
