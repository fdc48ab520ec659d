import type { CallContext } from '../../platform/http/route/handler';
import type { Deps } from '../../platform/http/deps';
import type { ModelBackEnd, PredictionRequest, Predictions } from '../../ml/models/model/back-end';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { loadRecords, predictRecords, withoutImage, type RequestRecord } from '../../ml/models/model/records';
import {
  filterPredictions,
  getTaskId,
  listThresholds,
  rejectIfModelMissing,
  requireTrainedModel,
  toRecordStatus,
} from '../../ml/models/predict';

/** The parts of a prediction call that are used here. The calls of recognition, detection and segmentation have the same body. */
type PredictionCall = Pick<CallContext<'POST /detection/v2/detect'>, 'body' | 'db' | 'scope' | 'user' | 'request'>;

/**
 * Predicts the records of a call with the current model of its task. The result of an unreadable record is null. Also returns the
 * model's threshold of each label, even if the call sets another one.
 */
export async function predictForTask<T extends { id: string; prob: number }>(
  { body, db, scope, user, request }: PredictionCall,
  deps: Deps,
  domain: ModelDomain,
  predict: (backEnd: ModelBackEnd, request: PredictionRequest) => Promise<Predictions<T>>,
) {
  const task = await scope.findRow(`${domain}_task`, getTaskId(body), { entityName: 'Task' });
  const { backEnd, model, labels, thresholds } = await requireTrainedModel(db, deps, domain, task.id);
  const predictions = await predictRecords(await loadRecords(body.records, deps, { user, request }), (records) =>
    rejectIfModelMissing(predict(backEnd, { task: task.id, model, labels, records })),
  );
  const usedThresholds = body.keep_prob === undefined ? thresholds : { threshold: body.keep_prob, byLabel: {} };
  return {
    predictions: predictions.map((record) => record && filterPredictions(record, labels, usedThresholds)),
    thresholds: listThresholds(labels, thresholds),
    model,
  };
}

/** Returns the records of a call without their images, each with its status and the fields of its prediction. */
export function toPredictedRecords<Prediction, Fields extends object>(
  records: readonly RequestRecord[],
  predictions: readonly (Prediction | null)[],
  toFields: (prediction: Prediction | null) => Fields,
) {
  return records.map((record, index) => {
    const prediction = predictions[index] ?? null;
    return { ...withoutImage(record), _status: toRecordStatus(prediction), ...toFields(prediction) };
  });
}
