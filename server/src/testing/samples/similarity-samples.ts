import type { ApiCallKey } from '@console/shared-contract/api';
import {
  createBodySample,
  createPredictionSamples,
  createSamples,
  idSample,
  listSample,
  name,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';

type SimilarityCall = Extract<ApiCallKey, `${string} /similarity/training/v2/${string}`>;

/** Samples of all calls for similarity types, tasks and groups. `groupFilter` has every filter of a list of groups. */
export function createSimilaritySamples(
  w: SampleRows,
  groupFilter: Record<string, unknown>,
): Record<SimilarityCall, CallSample[]> {
  const members = { groups: { groups: [w.secondGroup] }, images: { images: [w.image] }, objects: { objects: [w.object] } };
  return {
    'GET /similarity/training/v2/type/': listSample({ search: 'name', task: w.similarityTask }),
    'POST /similarity/training/v2/type/': createSamples({ name }),
    'GET /similarity/training/v2/type/{id}': idSample(w.type),
    'PUT /similarity/training/v2/type/{id}': createBodySample(w.type, { name }),
    'DELETE /similarity/training/v2/type/{id}': idSample(w.type),
    'GET /similarity/training/v2/type/{id}/dependents': idSample(w.type),
    'GET /similarity/training/v2/task/': listSample({ search: 'name', task: w.similarityTask }),
    'POST /similarity/training/v2/task/': createSamples({ name, description: 'text', training_params: {} }),
    'GET /similarity/training/v2/task/{id}': idSample(w.similarityTask),
    'PUT /similarity/training/v2/task/{id}': createBodySample(w.similarityTask, {
      name,
      description: 'text',
      training_params: {},
    }),
    'DELETE /similarity/training/v2/task/{id}': idSample(w.similarityTask),
    'GET /similarity/training/v2/task/{id}/dependents': idSample(w.similarityTask),
    'POST /similarity/training/v2/task/{id}/add-type': createBodySample(w.similarityTask, { type_id: w.type }),
    'POST /similarity/training/v2/task/{id}/remove-type': createBodySample(w.similarityTask, { type_id: w.type }),
    'GET /similarity/training/v2/group/': listSample(groupFilter),
    'POST /similarity/training/v2/group/': createSamples({ name, description: 'text', type: w.type, test_group: true }),
    'GET /similarity/training/v2/group/{id}': idSample(w.group),
    'PUT /similarity/training/v2/group/{id}': createBodySample(w.group, { name, description: 'text', type: w.type }),
    'PATCH /similarity/training/v2/group/{id}': createBodySample(w.group, { meta_data: { a: 1 }, name, description: 'text' }),
    'DELETE /similarity/training/v2/group/{id}': idSample(w.group),
    'GET /similarity/training/v2/group/{id}/dependents': idSample(w.group),
    'POST /similarity/training/v2/group/dependents': createSamples({ ids: [w.group] }, { filter: groupFilter }),
    'POST /similarity/training/v2/group/update': createSamples({ groups: [w.group], 'mark-test': true, 'unmark-test': false }),
    'GET /similarity/training/v2/group/csv': [{ query: groupFilter }],
    'POST /similarity/training/v2/group/csv': createSamples({
      csv: 'group,type,test,image\nFrom a file,,TRAIN,',
      dry_run: false,
    }),
    'POST /similarity/training/v2/group/change': createSamples(
      { change: 'test', groups: [w.group] },
      { change: 'verify', filter: groupFilter },
      { change: 'verify', filter: groupFilter, in_parts: true, after: w.group },
    ),
    'POST /similarity/training/v2/group/{id}/merge-groups': createBodySample(w.group, members.groups),
    'POST /similarity/training/v2/group/{id}/move-members': [
      ...createBodySample(w.group, { to: w.secondGroup, ...members.images, ...members.objects }),
      ...createBodySample(w.group, { new_group: { name: 'Moved', type: w.type }, ...members.groups }),
    ],
    'POST /similarity/training/v2/group/{id}/add-images': createBodySample(w.group, members.images),
    'POST /similarity/training/v2/group/{id}/remove-images': createBodySample(w.group, members.images),
    'POST /similarity/training/v2/group/{id}/add-objects': createBodySample(w.group, members.objects),
    'POST /similarity/training/v2/group/{id}/remove-objects': createBodySample(w.group, members.objects),
    'POST /similarity/training/v2/group/{id}/add-groups': createBodySample(w.group, members.groups),
    'POST /similarity/training/v2/group/{id}/remove-groups': createBodySample(w.group, members.groups),
    'PUT /similarity/training/v2/product/{id}': createBodySample(w.group, { type: w.type }),
    'POST /similarity/training/v2/descriptor': createPredictionSamples(w.picture, w.similarityTask),
    'GET /similarity/training/v2/group/{id}/similar': idSample(w.group),
  };
}
