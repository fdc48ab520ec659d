import { bindAccount } from './domain/account';
import { bindAnnotation } from './domain/annotation';
import { bindComments } from './domain/comments/routes';
import { bindCredentials } from './domain/credentials';
import { bindDatasets } from './exchange/datasets/routes';
import { bindBulkDependents } from './domain/dependents/bulk-routes';
import { bindDependents } from './domain/dependents/routes';
import { bindDetection } from './domain/detection';
import { bindEvaluation } from './domain/evaluation';
import { bindExports } from './exchange/exports/routes';
import { bindHistoryComparison } from './domain/history/comparison/routes';
import { bindProvenance } from './domain/history/provenance/routes';
import { bindHistory } from './domain/history/routes';
import { bindTrash } from './domain/history/trash/routes';
import { bindVersions } from './domain/history/versions/routes';
import { bindUndo } from './domain/history/undo/routes';
import { bindStatistics } from './domain/history/statistics/routes';
import { bindImports } from './exchange/imports/routes';
import { startWorkUndo } from './exchange/imports/undo/start-undo';
import { bindInteractiveModel } from './domain/interactive-model/routes';
import { bindInvitations } from './domain/invitations/routes';
import { bindFlows } from './domain/flows';
import { bindLabelledShapes } from './domain/labelled-shapes/routes';
import { bindMap } from './domain/map/routes';
import { bindMatching } from './domain/matching/routes';
import { bindPreLabel } from './domain/pre-label/routes';
import { bindOidc } from './domain/oidc/routes';
import { bindNotices } from './domain/notices/routes';
import { bindTrainingData } from './ml/models/external/training-data';
import { bindNextBatch } from './ml/next-batch';
import { bindPredictionRuns } from './ml/prediction-runs';
import { bindLive } from './domain/presence/routes';
import { bindProduct } from './domain/product';
import { bindGoldFeedback } from './domain/quality-report/feedback-routes';
import { bindTrainingRules } from './domain/training-rules/routes';
import { bindEmbeddingModel } from './domain/uploaded-models/embedding-model';
import { bindUploadedModels } from './domain/uploaded-models/routes';
import { bindQualityReport } from './domain/quality-report/routes';
import { bindRecognition } from './domain/recognition';
import { bindRuleChecks } from './domain/rule-checks/routes';
import { bindSegmentation } from './domain/segmentation';
import { bindTeam } from './domain/team';
import { bindSimilarity } from './domain/similarity';
import { bindWork } from './domain/long-work/routes';
import { bindWebhooks } from './domain/webhooks/routes';
import { listWorkKinds } from './background-work';
import type { ApiModule } from './platform/http/app';

/** All domains of the API. Each module registers the routes of its domain. */
export const apiModules: readonly ApiModule[] = [
  bindAccount,
  bindOidc,
  bindInvitations,
  bindCredentials,
  bindRecognition,
  bindDetection,
  bindSegmentation,
  bindInteractiveModel,
  bindSimilarity,
  bindProduct,
  bindAnnotation,
  bindRuleChecks,
  bindQualityReport,
  bindTrainingRules,
  bindUploadedModels,
  bindEmbeddingModel,
  bindGoldFeedback,
  bindLabelledShapes,
  bindMap,
  bindEvaluation,
  bindFlows,
  bindPredictionRuns,
  bindNextBatch,
  bindTrainingData,
  (app) => bindWork(app, listWorkKinds(app.deps)),
  bindMatching,
  bindPreLabel,
  bindDatasets,
  bindImports,
  bindExports,
  bindDependents,
  bindBulkDependents,
  bindHistory,
  (app) => bindUndo(app, startWorkUndo),
  bindTrash,
  bindVersions,
  bindStatistics,
  bindHistoryComparison,
  bindProvenance,
  bindWebhooks,
  bindComments,
  bindNotices,
  bindLive,
  // Last, because the tests send the sample calls of all modules in this order. The sample calls of this module transfer the ownership of
  // the workspace, which other sample calls need.
  bindTeam,
];
