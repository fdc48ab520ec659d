import type { AcceptancePreview, PreLabelPreview } from '@console/shared-contract/api';
import { MAX_PRE_LABELLED_IMAGES } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { readOne } from '../../data-access/rows/view';
import { DOMAINS } from '../../ml/models/model/state';
import { requireTrainedModel, type ModelThresholds } from '../../ml/models/predict';
import { readRunModel } from '../../ml/prediction-runs/predict-images';
import { enqueueRun } from '../../ml/prediction-runs/enqueue-run';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError } from '../../platform/errors';
import { messages as errorMessages } from '../../platform/errors/messages';
import { route } from '../../platform/http/route/route';
import { workView } from '../long-work/view';
import { selectImages, toImageCondition } from '../matching/image-changes/selection';
import { acceptanceMessages } from './auto-accept/acceptance-messages';
import { listReferenceImages, planAcceptance, type AcceptancePlan } from './auto-accept/plan-acceptance';
import { readAudit } from './auto-accept/read-audit';
import { CAN_BE_PRE_LABELLED } from './annotations/candidates';
import { readEffort } from './effort';
import { planAnnotations, type PreLabelPlan, type PreLabelTarget } from './annotations/plan';
import { PRE_LABEL, type PreLabelInput } from './pre-label-kind';

const TOO_MANY = `Select at most ${MAX_PRE_LABELLED_IMAGES.toLocaleString('en')} images.`;

/** Binds the calls that add the predictions of a task's model to many images. */
export function bindPreLabel(app: FastifyInstance): void {
  for (const domain of DOMAINS) {
    route(app, `GET /${domain}/v2/task/{id}/pre-label`, async ({ params, db, scope }) =>
      readEffort(db, domain, await scope.findRow(`${domain}_task`, params.id, { entityName: 'Task' })),
    );
    route(app, `POST /${domain}/v2/task/{id}/pre-label`, async ({ params, body, db, scope, user }): Promise<PreLabelPreview> => {
      const task = await scope.findRow(`${domain}_task`, params.id, { entityName: 'Task', lock: body.mode !== 'count' });
      const selection = await selectImages(db, scope, body);
      if (selection && selection.workspaceId !== task.workspace_id)
        throw new HttpError(400, errorMessages.otherWorkspace(body.images ? 'images' : 'filter'));
      const { model, labels, thresholds: recommended } = await requireTrainedModel(db, app.deps, domain, task.id);
      const thresholds = { ...recommended, byLabel: { ...recommended.byLabel, ...body.thresholds } };
      const { type: taskType, dataset } = (await readRunModel(db, { domain, model, task: task.id })) ?? {
        type: null,
        dataset: null,
      };
      const target = { domain, task: task.id, taskType, model, labels, thresholds };
      if (body.target_error !== undefined && domain !== 'detection' && taskType !== 'multi_class')
        throw createFieldError('target_error', acceptanceMessages.unsupported);
      const { matched: matchedCount, images } = await readCandidates(
        db,
        selection ? await toImageCondition(db, selection) : sql`false`,
      );
      const { target_error: targetError } = body;
      const { workspace_id: workspaceId } = task;
      const references = targetError === undefined ? [] : await listReferenceImages(db, target, { workspaceId, dataset });
      if (body.mode === 'count' && targetError !== undefined) {
        const audit = await readAudit(db, domain, task.id, model);
        const plan = await planAcceptance(db, target, { images, references, targetError, audit });
        const unpredictedCount = images.length + references.length - plan.predicted;
        const acceptance = toAcceptance(plan);
        return {
          matched: matchedCount,
          images: images.length,
          unpredicted: unpredictedCount,
          labels: [],
          acceptance,
          work: null,
        };
      }
      if (body.mode === 'count') {
        const plan = await planAnnotations(db, target, images);
        const unpredictedCount = images.length - plan.predicted;
        return {
          matched: matchedCount,
          images: images.length,
          unpredicted: unpredictedCount,
          labels: countByLabel(target, recommended, plan),
          work: null,
        };
      }
      const input: PreLabelInput = {
        images: [...images, ...references],
        thresholds,
        adds: body.mode === 'add',
        targetError: targetError ?? null,
      };
      const run = { domain, task, model, userId: user.id, kind: PRE_LABEL, input };
      const work = await readOne(db, workView, (await enqueueRun(db, run)).work);
      return { matched: matchedCount, images: images.length, unpredicted: 0, labels: [], work };
    });
  }
}

/** Counts the selected images, and lists those that can be labelled. */
async function readCandidates(db: Db, isSelected: RawBuilder<unknown>): Promise<{ matched: number; images: string[] }> {
  const { rows } = await sql<{ id: string; isCandidate: boolean }>`
    select i.id, ${CAN_BE_PRE_LABELLED} as "isCandidate" from training_image i where ${isSelected}
    order by i.seq limit ${MAX_PRE_LABELLED_IMAGES + 1}`.execute(db);
  if (rows.length > MAX_PRE_LABELLED_IMAGES) throw new HttpError(400, TOO_MANY);
  return { matched: rows.length, images: rows.flatMap(({ id, isCandidate }) => (isCandidate ? id : [])) };
}

const toAcceptance = ({ references, qualified, auditSize, expectedError, problem }: AcceptancePlan): AcceptancePreview => ({
  references,
  accepted: qualified.length - auditSize,
  audited: auditSize,
  expected_error: expectedError,
  problem,
});

function countByLabel({ labels, thresholds }: PreLabelTarget, recommended: ModelThresholds, plan: PreLabelPlan) {
  const counts = new Map<string, number>();
  for (const { label } of [...plan.shapes.map(({ shape }) => shape), ...plan.labels])
    counts.set(label, (counts.get(label) ?? 0) + 1);
  const getThreshold = ({ threshold, byLabel }: ModelThresholds, id: string) => byLabel[id] ?? threshold;
  return labels.map(({ id, name }) => ({
    id,
    name,
    threshold: getThreshold(thresholds, id),
    recommended: getThreshold(recommended, id),
    count: counts.get(id) ?? 0,
  }));
}
