import * as callGroups from './call-groups';

type CallGroup = (typeof callGroups)[keyof typeof callGroups];
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/**
 * Types of all calls by key. This is a named intersection, because the type of an object spread would be written out in full and exceed
 * the compiler's size limit.
 */
export type ApiCalls = Intersection<CallGroup>;
/** All calls of the API. Validation in the server, types of the client and the OpenAPI document are derived from them. */
export const apiCalls = Object.assign({}, ...Object.values(callGroups)) as ApiCalls;
export type ApiCallKey = keyof ApiCalls & string;

export * from './account/account';
export * from './jobs/annotate';
export * from './annotation/points';
export * from './account/api-tokens';
export * from './base/bulk';
export * from './jobs/comments';
export * from './exchange/console-lines';
export * from './base/core';
export * from './account/credentials';
export * from './base/csv';
export * from './exchange/datasets';
export * from './exchange/declared-facts';
export * from './operations/dependents';
export * from './annotation/detection';
export * from './operations/events';
export * from './exchange/exchange';
export * from './models/evaluation';
export * from './annotation/flows';
export * from './quality/gold';
export * from './quality/gold-sample';
export * from './history/history';
export * from './history/history-trash';
export * from './history/history-versions';
export * from './history/history-statistics';
export * from './history/history-comparison';
export * from './history/history-provenance';
export * from './exchange/import-plan';
export * from './exchange/import-rows';
export * from './exchange/imports';
export * from './models/embedding-model';
export * from './models/interactive-model';
export * from './account/invitations';
export * from './jobs/group-adjudication';
export * from './jobs/job-adjudication';
export * from './jobs/job-layers';
export * from './jobs/job-review';
export * from './jobs/label-agreement';
export * from './images/labelled-shapes';
export * from './quality/quality-settings';
export * from './account/oidc';
export * from './operations/live';
export * from './account/password-reset';
export * from './models/model-files';
export * from './models/prediction-runs';
export * from './models/pre-label';
export * from './base/primitives';
export * from './annotation/quality';
export * from './quality/quality-report';
export * from './products/product';
export * from './products/product-csv';
export * from './products/product-sets';
export * from './products/product-rows';
export * from './images/image-changes';
export * from './images/image-filters';
export * from './similarity/map';
export * from './models/learning-curve';
export * from './models/model-comparison';
export * from './models/next-batch';
export * from './models/training-rule';
export * from './operations/notices';
export * from './annotation/predict';
export * from './annotation/recognition';
export * from './annotation/recognition-rows';
export * from './base/roles';
export * from './annotation/segmentation';
export * from './base/services';
export * from './account/sessions';
export * from './shapes/shape-label';
export * from './shapes/shape-attributes';
export * from './similarity/similar';
export * from './similarity/similarity';
export * from './similarity/similarity-rows';
export * from './annotation/shape-schemas';
export * from './shapes/skeleton';
export * from './operations/releases';
export * from './operations/webhooks';
export * from './operations/work';
export * from './account/workspace-settings';
