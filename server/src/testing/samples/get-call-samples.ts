import { createCallSamples } from './call-samples';
import type { CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';

export type SampledCall = keyof ReturnType<typeof createCallSamples>;

/** Calls whose samples contain a new name or email each time, because these must be unique. */
const CALLS_WITH_UNIQUE_SAMPLES = new Set<SampledCall>([
  'POST /account/v2/workspace/',
  'PATCH /account/v2/workspace/{id}/',
  'POST /account/v2/invitation/',
]);

const samplesByRows = new WeakMap<SampleRows, ReturnType<typeof createCallSamples>>();

/**
 * Returns the samples of one call. The samples of all calls are created once for each workspace. Creating them for each call took a third
 * of the time of the tests.
 */
export function getCallSamples(rows: SampleRows, key: SampledCall): CallSample[] {
  const existingSamples = CALLS_WITH_UNIQUE_SAMPLES.has(key) ? undefined : samplesByRows.get(rows);
  const samples = existingSamples ?? createCallSamples(rows);
  samplesByRows.set(rows, samples);
  return samples[key];
}
