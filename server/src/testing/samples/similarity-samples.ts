import type { ApiCallKey } from '@console/shared-contract/api';
import {
  createBodySample,
  createPredictionSamples,
  createSamples,
  createIdSample,
  createListSample,
  name,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';

type SimilarityCall = Extract<ApiCallKey, `${string} /similarity/training/v2/${string}`>;

/** Samples (valid example requests) of all calls for similarity types, tasks and groups. `groupFilter` has every filter of a list of groups. */
export function createSimilaritySamples(
  rows: SampleRows,
  groupFilter: Record<string, unknown>,
): Record<SimilarityCall, CallSample[]> {
  const memberCalls = {
    groups: { groups: [rows.secondGroup] },
    images: { images: [rows.image] },
    objects: { objects: [rows.object] },
  };
  return {
    'GET /similarity/training/v2/type/': createListSample({ search: 'name', task: rows.similarityTask }),
    'POST /similarity/training/v2/type/': createSamples({ name }),
    'GET /similarity/training/v2/type/{id}': createIdSample(rows.type),
    'PUT /similarity/training/v2/type/{id}': createBodySample(rows.type, { name }),
    'DELETE /similarity/training/v2/type/{id}': createIdSample(rows.type),
    'GET /similarity/training/v2/type/{id}/dependents': createIdSample(rows.type),
    'GET /similarity/training/v2/task/': createListSample({ search: 'name', task: rows.similarityTask }),
    'POST /similarity/training/v2/task/': createSamples({ name, description: 'text', training_params: {} }),
    'GET /similarity/training/v2/task/{id}': createIdSample(rows.similarityTask),
    'PUT /similarity/training/v2/task/{id}': createBodySample(rows.similarityTask, {
      name,
      description: 'text',
      training_params: {},
    }),
    'DELETE /similarity/training/v2/task/{id}': createIdSample(rows.similarityTask),
    'GET /similarity/training/v2/task/{id}/dependents': createIdSample(rows.similarityTask),
    'POST /similarity/training/v2/task/{id}/add-type': createBodySample(rows.similarityTask, { type_id: rows.type }),
    'POST /similarity/training/v2/task/{id}/remove-type': createBodySample(rows.similarityTask, { type_id: rows.type }),
    'GET /similarity/training/v2/group/': createListSample(groupFilter),
    'POST /similarity/training/v2/group/': createSamples({ name, description: 'text', type: rows.type, test_group: true }),
    'GET /similarity/training/v2/group/{id}': createIdSample(rows.group),
    'PUT /similarity/training/v2/group/{id}': createBodySample(rows.group, { name, description: 'text', type: rows.type }),
    'PATCH /similarity/training/v2/group/{id}': createBodySample(rows.group, { meta_data: { a: 1 }, name, description: 'text' }),
    'DELETE /similarity/training/v2/group/{id}': createIdSample(rows.group),
    'GET /similarity/training/v2/group/{id}/dependents': createIdSample(rows.group),
    'POST /similarity/training/v2/group/dependents': createSamples({ ids: [rows.group] }, { filter: groupFilter }),
    'POST /similarity/training/v2/group/update': createSamples({ groups: [rows.group], 'mark-test': true, 'unmark-test': false }),
    'GET /similarity/training/v2/group/csv': [{ query: groupFilter }],
    'POST /similarity/training/v2/group/csv': createSamples({
      csv: 'group,type,test,image\nFrom a file,,TRAIN,',
      dry_run: false,
    }),
    'POST /similarity/training/v2/group/change': createSamples(
      { change: 'test', groups: [rows.group] },
      { change: 'verify', filter: groupFilter },
      { change: 'verify', filter: groupFilter, in_parts: true, after: rows.group },
    ),
    'POST /similarity/training/v2/group/{id}/merge-groups': createBodySample(rows.group, memberCalls.groups),
    'POST /similarity/training/v2/group/{id}/move-members': [
      ...createBodySample(rows.group, { to: rows.secondGroup, ...memberCalls.images, ...memberCalls.objects }),
      ...createBodySample(rows.group, { new_group: { name: 'Moved', type: rows.type }, ...memberCalls.groups }),
    ],
    'POST /similarity/training/v2/group/{id}/add-images': createBodySample(rows.group, memberCalls.images),
    'POST /similarity/training/v2/group/{id}/remove-images': createBodySample(rows.group, memberCalls.images),
    'POST /similarity/training/v2/group/{id}/add-objects': createBodySample(rows.group, memberCalls.objects),
    'POST /similarity/training/v2/group/{id}/remove-objects': createBodySample(rows.group, memberCalls.objects),
    'POST /similarity/training/v2/group/{id}/add-groups': createBodySample(rows.group, memberCalls.groups),
    'POST /similarity/training/v2/group/{id}/remove-groups': createBodySample(rows.group, memberCalls.groups),
    'PUT /similarity/training/v2/product/{id}': createBodySample(rows.group, { type: rows.type }),
    'POST /similarity/training/v2/descriptor': createPredictionSamples(rows.picture, rows.similarityTask),
    'GET /similarity/training/v2/group/{id}/similar': createIdSample(rows.group),
  };
}
