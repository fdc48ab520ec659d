import { completeJobKind } from './domain/annotation/jobs/completion/complete-job';
import { deleteExpiredAuditEntries } from './platform/access/audit';
import { deleteExpiredLoginCounts } from './domain/account/login-throttle';
import { deleteExpiredSessions } from './domain/account/sessions';
import { deleteExpiredApiTokens } from './domain/credentials/api-token-routes';
import { deleteExpiredPasswordLinks } from './domain/credentials/password-links';
import { createPasswordMailTask } from './domain/credentials/password-mail';
import { deleteExpiredSignIns } from './domain/oidc/pending-sign-ins';
import { createInvitationMailTask } from './domain/invitations/mail';
import { deleteOldInvitations } from './domain/invitations/write';
import { deleteOldNotices } from './domain/notices/routes';
import type { Config } from './platform/config';
import { maintainChangeLog } from './platform/database/change-log';
import type { Db } from './platform/database/connection';
import { deleteExpiredEvents } from './platform/events/record-events';
import { datasetVersionKind } from './exchange/datasets/create-version';
import { deleteExpiredActivePeriods } from './domain/history/statistics/active-time';
import { countNewChanges } from './domain/history/statistics/count-changes';
import { createUndoKind } from './domain/history/undo/undo-work';
import { createEvaluationIfPredicted } from './domain/evaluation/create-evaluation';
import { deleteExpiredImports } from './exchange/imports/delete-expired-imports';
import { createReadImportKind } from './exchange/imports/plan/plan-import';
import { createRunImportKind } from './exchange/imports/apply/apply-import';
import { createUndoImportKind } from './exchange/imports/undo/undo-import';
import { deleteExpiredExports } from './exchange/exports/routes';
import { createEvaluateTaskKind } from './domain/evaluation/evaluate-task';
import { evaluateTrained, enqueueTestPredictions } from './domain/evaluation/evaluate-trained';
import { promoteByRule } from './domain/evaluation/promote-model';
import { createStartTrainingsTask } from './domain/training-rules/start-trainings';
import { FileStoreError } from './platform/files/s3/s3-client';
import type { FileStore } from './platform/files/store';
import type { Deps } from './platform/http/deps';
import { deleteOldKeys } from './platform/http/route/idempotency';
import { matchingKind } from './domain/matching/matching-kind';
import { createPreLabelKind } from './domain/pre-label/pre-label-kind';
import { rescoreGoldKind } from './domain/quality/gold/rescore-gold';
import { createAssembleKind } from './ml/models/built-in/assemble-model';
import { createFileDownloadTask } from './ml/models/external/download-file';
import { createLocalTrainingKind } from './ml/models/built-in/train-locally';
import { getBackEnd, getExternalBackEnd } from './ml/models/predict';
import { createPredictTestImagesKind } from './ml/models/predict-test-images';
import { createExternalTrainingKind, createWatchTrainingTask } from './ml/models/train-externally';
import { createPredictImagesKind } from './ml/prediction-runs/predict-images';
import { deleteUnusedEmbeddings } from './domain/interactive-model/stored-embeddings';
import { deleteExpiredPresence } from './domain/presence/presence';
import { measureStorage } from './domain/team/measure-storage';
import { deleteUnusedShapes } from './domain/product/products/completeness';
import { includeFileNames } from './data-access/facets';
import { deleteExpiredFiles } from './data-access/rows/discarded-files';
import { deleteExpiredShapes } from './data-access/shapes/trash';
import { createMapTasks } from './ml/map-layout/place-items';
import { createSimilarTasks } from './ml/similar-items/embedding-tasks';
import { createDeliverTask, createResumeTask } from './domain/webhooks/deliver';
import { deleteExpiredDeliveries } from './domain/webhooks/write';
import type { MaintenanceTask, WorkKind } from './platform/queue/kind';

/** Lists the kinds of background work that a server with this configuration runs. */
export function listWorkKinds(deps: Pick<Deps, 'db' | 'config' | 'files'>): WorkKind[] {
  const training = deps.config.builtInModels
    ? createLocalTrainingKind(deps, evaluateTrained)
    : createExternalTrainingKind(getExternalBackEnd(deps.config), evaluateTrained, deps.config);
  // The demo's models are shipped with their scores. Evaluating them right after they are assembled from weight files would slow down the
  // first start.
  const assemblyKinds = deps.config.builtInModels ? [createAssembleKind(deps, enqueueTestPredictions)] : [];
  return [
    completeJobKind,
    rescoreGoldKind,
    matchingKind,
    training,
    ...assemblyKinds,
    createPredictTestImagesKind(getBackEnd(deps), deps.files, createEvaluationIfPredicted),
    createPredictImagesKind(deps),
    createPreLabelKind(deps),
    createEvaluateTaskKind(deps, promoteByRule),
    datasetVersionKind,
    createReadImportKind(deps),
    createRunImportKind(deps),
    createUndoImportKind(deps),
    createUndoKind(deps.config.undo),
  ];
}

/** Lists the maintenance tasks. Each run of a task is done by one of the servers that share the database. */
export function listMaintenanceTasks({ db, config, files }: Pick<Deps, 'db' | 'config' | 'files'>): MaintenanceTask[] {
  const externalBackEnd = getExternalBackEnd(config);
  return [
    ...listCleanupTasks(db, config, files),
    { name: 'forget-old-imports', schedule: '53 4 * * *', run: () => deleteExpiredImports({ db, files }) },
    createDeleteUnfinishedTask(files),
    createInvitationMailTask({ db, config }),
    createPasswordMailTask({ db, config }),
    createStartTrainingsTask({ db, config }),
    createDeliverTask({ db, config }),
    createResumeTask(db),
    ...createSimilarTasks({ db, files, config }),
    ...createMapTasks({ db, files, config }),
    ...(externalBackEnd
      ? [createWatchTrainingTask(db, externalBackEnd, evaluateTrained), createFileDownloadTask({ db, files }, externalBackEnd)]
      : []),
  ];
}

/** No write of a file takes longer. An older unfinished write was left by a killed server. */
const MAX_WRITE_MS = 86_400_000;

/** Deletes the remains of interrupted file writes once a day. */
export function createDeleteUnfinishedTask(files: FileStore): MaintenanceTask {
  return {
    name: 'drop-unfinished-files',
    schedule: '23 4 * * *',
    run: async () => {
      try {
        await files.deleteUnfinished(new Date(Date.now() - MAX_WRITE_MS));
      } catch (error) {
        // The bucket does not support or does not permit listing unfinished uploads. The operator must set up a lifecycle rule that deletes
        // them.
        if (
          error instanceof FileStoreError &&
          error.responseStatus !== null &&
          (error.responseStatus < 500 || error.responseStatus === 501)
        )
          return;
        throw error;
      }
    },
  };
}

function listCleanupTasks(
  db: Db,
  { auditDays, historyDays }: Pick<Config, 'auditDays' | 'historyDays'>,
  files: FileStore,
): MaintenanceTask[] {
  return [
    { name: 'forget-old-keys', schedule: '7 * * * *', run: () => deleteOldKeys(db) },
    { name: 'forget-old-sessions', schedule: '17 * * * *', run: () => deleteExpiredSessions(db) },
    { name: 'purge-deleted-shapes', schedule: '37 * * * *', run: () => deleteExpiredShapes(db) },
    { name: 'forget-old-audit', schedule: '47 * * * *', run: () => deleteExpiredAuditEntries(db, auditDays) },
    { name: 'maintain-change-log', schedule: '11 * * * *', run: () => maintainChangeLog(db, historyDays) },
    { name: 'count-changes', schedule: '* * * * *', run: () => countNewChanges(db) },
    { name: 'forget-old-activity', schedule: '13 4 * * *', run: () => deleteExpiredActivePeriods(db) },
    { name: 'delete-unused-embeddings', schedule: '21 * * * *', run: () => deleteUnusedEmbeddings(db) },
    { name: 'delete-expired-files', schedule: '41 * * * *', run: () => deleteExpiredFiles(db, files) },
    { name: 'include-file-names', schedule: '*/5 * * * *', run: () => includeFileNames(db) },
    { name: 'measure-storage', schedule: '29 * * * *', run: () => measureStorage(db, files) },
    { name: 'forget-old-exports', schedule: '3 * * * *', run: () => deleteExpiredExports(db) },
    { name: 'clear-product-shapes', schedule: '33 3 * * *', run: () => deleteUnusedShapes(db) },
    { name: 'forget-old-notices', schedule: '19 4 * * *', run: () => deleteOldNotices(db) },
    { name: 'forget-old-invitations', schedule: '43 4 * * *', run: () => deleteOldInvitations(db) },
    { name: 'forget-old-password-links', schedule: '27 * * * *', run: () => deleteExpiredPasswordLinks(db) },
    { name: 'delete-expired-events', schedule: '51 4 * * *', run: () => deleteExpiredEvents(db) },
    { name: 'delete-expired-deliveries', schedule: '57 4 * * *', run: () => deleteExpiredDeliveries(db) },
    { name: 'forget-old-api-tokens', schedule: '49 4 * * *', run: () => deleteExpiredApiTokens(db) },
    { name: 'forget-old-oidc-sign-ins', schedule: '*/10 * * * *', run: () => deleteExpiredSignIns(db) },
    { name: 'forget-old-presence', schedule: '*/10 * * * *', run: () => deleteExpiredPresence(db) },
    { name: 'forget-old-logins', schedule: '*/15 * * * *', run: () => deleteExpiredLoginCounts(db) },
  ];
}
