import type { ApiCallKey } from '@console/shared-contract/api';
import { getCallSamples, type SampledCall } from './get-call-samples';
import type { CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';
import { getSpec, hasPathId } from './send-sample';

/** A gold-standard item and an ordinary item that the annotator has received, and their job. */
export interface GoldAndOrdinary {
  gold: string;
  ordinary: string;
  path: string;
}

/** Replaces values that differ between any two images: ids, file names, times, URLs and consecutive numbers. */
export const normalize = (text: string, pair: GoldAndOrdinary) =>
  text
    .replaceAll(pair.gold, 'ITEM')
    .replaceAll(pair.ordinary, 'ITEM')
    .replace(/"(\/api\/files|https?:)[^"]*"/g, '"URL"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/"(file_name|name)":"[^"]*\.(png|jpg)"/g, '"$1":"FILE"')
    .replace(/"content_hash":"[^"]*"/g, '');

/** Returns the rows of a response that are about an image or group. */
export function listRowsThatContain(value: unknown, target: string, pair: GoldAndOrdinary): string[] {
  if (Array.isArray(value))
    return value.flatMap((element) => (element === target ? ['member'] : listRowsThatContain(element, target, pair)));
  if (typeof value !== 'object' || value === null) return [];
  if (Object.values(value).includes(target)) return [normalize(JSON.stringify(value), pair)];
  return Object.values(value).flatMap((element) => listRowsThatContain(element, target, pair));
}

/**
 * Returns the samples of a call. For lists with many filters, it removes all filters except those for images, groups and jobs. With all
 * filters, the list would be empty, and planning its statement would take half a second.
 */
export function getSelectiveSamples(samples: SampleRows, key: SampledCall): CallSample[] {
  const items = [samples.image, samples.group, samples.imageJob, samples.blindJob, samples.similarityJob];
  return getCallSamples(samples, key).map((sample) => {
    const parameters = Object.entries(sample.query ?? {});
    if (parameters.length < 10) return sample;
    return { ...sample, query: Object.fromEntries(parameters.filter(([, value]) => items.includes(String(value)))) };
  });
}

/** Creates a request for a list without filters, on one page. Returns an empty list for a call about one row. */
export function createUnfilteredSamples(key: ApiCallKey): CallSample[] {
  if (hasPathId(key)) return [];
  return ['page_size' in (getSpec(key).query?.shape ?? {}) ? { query: { page_size: '100' } } : {}];
}

/** Returns a copy of the sample with other ids. */
export const replaceIds = (sample: CallSample, ids: Record<string, string>) =>
  JSON.parse(JSON.stringify(sample).replace(/[0-9a-f-]{36}/g, (id) => ids[id] ?? id)) as CallSample;
