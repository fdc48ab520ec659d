import { accountCalls } from './account';
import { annotateCalls } from './annotate';
import { apiTokenCalls } from './api-tokens';
import { commentCalls } from './comments';
import { datasetCalls } from './datasets';
import { bulkDependentsCalls, dependentsCalls } from './dependents';
import { detectionCalls } from './detection';
import { exchangeCalls } from './exchange';
import { evaluationCalls } from './evaluation';
import { flowsCalls } from './flows';
import { goldCalls } from './gold';
import { goldSampleCalls } from './gold-sample';
import { historyCalls } from './history';
import { trashCalls } from './history-trash';
import { versionCalls } from './history-versions';
import { statisticsCalls } from './history-statistics';
import { historyComparisonCalls } from './history-comparison';
import { provenanceCalls } from './history-provenance';
import { imageChangeCalls } from './image-changes';
import { importCalls } from './imports';
import { interactiveModelCalls } from './interactive-model';
import { invitationCalls } from './invitations';
import { jobAdjudicationCalls } from './job-adjudication';
import { jobLayerCalls } from './job-layers';
import { jobReviewCalls } from './job-review';
import { labelledShapeCalls } from './labelled-shapes';
import { qualitySettingsCalls } from './quality-settings';
import { oidcCalls } from './oidc';
import { mapCalls } from './map';
import { modelComparisonCalls } from './model-comparison';
import { modelFileCalls } from './model-files';
import { nextBatchCalls } from './next-batch';
import { consoleFaultCalls } from './console-faults';
import { pageVisitCalls } from './page-visits';
import { noticeCalls } from './notices';
import { learningCurveCalls } from './learning-curve';
import { liveCalls } from './live';
import { passwordResetCalls } from './password-reset';
import { predictionRunCalls } from './prediction-runs';
import { preLabelCalls } from './pre-label';
import { productCalls } from './product';
import { productSetCalls } from './product-sets';
import { qualityCalls } from './quality';
import { qualityReportCalls } from './quality-report';
import { productCsvCalls } from './product-csv';
import { recognitionCalls } from './recognition';
import { segmentationCalls } from './segmentation';
import { sessionCalls } from './sessions';
import { similarCalls } from './similar';
import { shapeCalls } from './shape-schemas';
import { similarityCalls } from './similarity';
import { trainingRuleCalls } from './training-rule';
import { webhookCalls } from './webhooks';
import { workCalls } from './work';
import { workspaceSettingsCalls } from './workspace-settings';

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
  ...liveCalls,
  ...interactiveModelCalls,
};
export type ApiCalls = typeof apiCalls;
export type ApiCallKey = keyof ApiCalls & string;

export * from './account';
export * from './annotate';
export * from './points';
export * from './api-tokens';
export * from './bulk';
export * from './comments';
export * from './console-lines';
export * from './core';
export * from './credentials';
export * from './csv';
export * from './datasets';
export * from './declared-facts';
export * from './dependents';
export * from './detection';
export * from './events';
export * from './exchange';
export * from './evaluation';
export * from './flows';
export * from './gold';
export * from './gold-sample';
export * from './history';
export * from './history-trash';
export * from './history-versions';
export * from './history-statistics';
export * from './history-comparison';
export * from './history-provenance';
export * from './import-plan';
export * from './import-rows';
export * from './imports';
export * from './interactive-model';
export * from './invitations';
export * from './job-adjudication';
export * from './job-layers';
export * from './job-review';
export * from './label-agreement';
export * from './labelled-shapes';
export * from './quality-settings';
export * from './oidc';
export * from './live';
export * from './password-reset';
export * from './model-files';
export * from './prediction-runs';
export * from './pre-label';
export * from './primitives';
export * from './quality';
export * from './quality-report';
export * from './product';
export * from './product-csv';
export * from './product-sets';
export * from './product-rows';
export * from './image-changes';
export * from './image-filters';
export * from './map';
export * from './learning-curve';
export * from './model-comparison';
export * from './next-batch';
export * from './training-rule';
export * from './notices';
export * from './predict';
export * from './recognition';
export * from './recognition-rows';
export * from './roles';
export * from './segmentation';
export * from './services';
export * from './sessions';
export * from './shape-label';
export * from './shape-attributes';
export * from './similar';
export * from './similarity';
export * from './similarity-rows';
export * from './shape-schemas';
export * from './skeleton';
export * from './webhooks';
export * from './work';
export * from './workspace-settings';
