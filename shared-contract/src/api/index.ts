import { accountCalls } from './account/account';
import { annotateCalls } from './jobs/annotate';
import { apiTokenCalls } from './account/api-tokens';
import { commentCalls } from './jobs/comments';
import { datasetCalls } from './exchange/datasets';
import { bulkDependentsCalls, dependentsCalls } from './operations/dependents';
import { detectionCalls } from './annotation/detection';
import { exchangeCalls } from './exchange/exchange';
import { evaluationCalls } from './models/evaluation';
import { flowsCalls } from './annotation/flows';
import { goldCalls } from './quality/gold';
import { goldSampleCalls } from './quality/gold-sample';
import { historyCalls } from './history/history';
import { trashCalls } from './history/history-trash';
import { versionCalls } from './history/history-versions';
import { statisticsCalls } from './history/history-statistics';
import { historyComparisonCalls } from './history/history-comparison';
import { provenanceCalls } from './history/history-provenance';
import { imageChangeCalls } from './images/image-changes';
import { importCalls } from './exchange/imports';
import { embeddingModelCalls } from './models/embedding-model';
import { interactiveModelCalls } from './models/interactive-model';
import { invitationCalls } from './account/invitations';
import { groupAdjudicationCalls } from './jobs/group-adjudication';
import { jobAdjudicationCalls } from './jobs/job-adjudication';
import { jobLayerCalls } from './jobs/job-layers';
import { jobReviewCalls } from './jobs/job-review';
import { labelledShapeCalls } from './images/labelled-shapes';
import { qualitySettingsCalls } from './quality/quality-settings';
import { oidcCalls } from './account/oidc';
import { mapCalls } from './similarity/map';
import { modelComparisonCalls } from './models/model-comparison';
import { modelFileCalls } from './models/model-files';
import { nextBatchCalls } from './models/next-batch';
import { consoleFaultCalls } from './operations/console-faults';
import { pageVisitCalls } from './operations/page-visits';
import { releaseCalls } from './operations/releases';
import { noticeCalls } from './operations/notices';
import { learningCurveCalls } from './models/learning-curve';
import { liveCalls } from './operations/live';
import { passwordResetCalls } from './account/password-reset';
import { predictionRunCalls } from './models/prediction-runs';
import { preLabelCalls } from './models/pre-label';
import { productCalls } from './products/product';
import { productSetCalls } from './products/product-sets';
import { qualityCalls } from './annotation/quality';
import { qualityReportCalls } from './quality/quality-report';
import { productCsvCalls } from './products/product-csv';
import { recognitionCalls } from './annotation/recognition';
import { segmentationCalls } from './annotation/segmentation';
import { sessionCalls } from './account/sessions';
import { similarCalls } from './similarity/similar';
import { shapeCalls } from './annotation/shape-schemas';
import { similarityCalls } from './similarity/similarity';
import { trainingRuleCalls } from './models/training-rule';
import { webhookCalls } from './operations/webhooks';
import { workCalls } from './operations/work';
import { workspaceSettingsCalls } from './account/workspace-settings';

/** All calls of the API. Validation in the server, types of the client and the OpenAPI document are derived from them. */
export const apiCalls = {
  ...accountCalls,
  ...invitationCalls,
  ...passwordResetCalls,
  ...oidcCalls,
  ...apiTokenCalls,
  ...sessionCalls,
  ...recognitionCalls,
  ...imageChangeCalls,
  ...detectionCalls,
  ...segmentationCalls,
  ...mapCalls,
  ...shapeCalls,
  ...similarityCalls,
  ...similarCalls,
  ...productCalls,
  ...productSetCalls,
  ...productCsvCalls,
  ...annotateCalls,
  ...jobLayerCalls,
  ...jobReviewCalls,
  ...goldCalls,
  ...goldSampleCalls,
  ...jobAdjudicationCalls,
  ...groupAdjudicationCalls,
  ...labelledShapeCalls,
  ...qualitySettingsCalls,
  ...qualityCalls,
  ...qualityReportCalls,
  ...evaluationCalls,
  ...flowsCalls,
  ...predictionRunCalls,
  ...nextBatchCalls,
  ...preLabelCalls,
  ...workCalls,
  ...exchangeCalls,
  ...importCalls,
  ...datasetCalls,
  ...dependentsCalls,
  ...bulkDependentsCalls,
  ...historyCalls,
  ...trashCalls,
  ...versionCalls,
  ...statisticsCalls,
  ...historyComparisonCalls,
  ...workspaceSettingsCalls,
  ...provenanceCalls,
  ...webhookCalls,
  ...commentCalls,
  ...learningCurveCalls,
  ...modelComparisonCalls,
  ...modelFileCalls,
  ...trainingRuleCalls,
  ...noticeCalls,
  ...consoleFaultCalls,
  ...pageVisitCalls,
  ...releaseCalls,
  ...liveCalls,
  ...embeddingModelCalls,
  ...interactiveModelCalls,
};
export type ApiCalls = typeof apiCalls;
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
