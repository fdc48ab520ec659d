import { join } from 'node:path';
import type { CheckedModel, Domain, LearnerRequest, LearnerResult, PixelValues } from '@console/learner/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../../../platform/config';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { BoundedLearner } from '../../learning/bounded-learner';
import { FairQueue } from '../../learning/fair-queue';
import { IS_ANNOTATED } from '../../learning/dataset';
import { getResult } from '../../learning/learner-client';
import { downloadFile, getLearningFolder, withRequestFolder } from '../../learning/local-files';
import { messages } from './messages';

/**
 * Number of images that a model is tested on. They are selected from the `MAX_CANDIDATES` newest images; images with annotations of the task
 * are preferred.
 */
const IMAGES_PER_CHECK = 3;
const MAX_CANDIDATES = 1000;
/** Queue of checks. Each queued check keeps its file on the local disk and its request open. */
const CHECK_QUEUE = new FairQueue({ perOwner: 1, total: 3 }, messages.busy);

/** An image that a model was tested on. */
export interface TestedImage {
  id: string;
  img_key: string;
  thumb_key: string;
  img_width: number;
  img_height: number;
}

interface CheckDeps {
  db: Db;
  files: FileStore;
  config: Config;
}

interface FileToCheck {
  /** Path of the ONNX file on the local disk. */
  path: string;
  domain: Domain;
  isMultiLabel: boolean;
  task: string;
  workspaceId: string;
  pixels: PixelValues | undefined;
}

/**
 * Checks a model file in a separate process, on new images of the workspace, preferably with annotations of the task. Throws an HttpError
 * with a message for the user if the model does not fit or exceeds a limit. `signal` ends the process; its reason is then thrown.
 */
export async function checkModelFile(
  deps: CheckDeps,
  file: FileToCheck,
  signal: AbortSignal,
): Promise<{ checked: CheckedModel; images: TestedImage[] }> {
  const { domain, task, workspaceId, isMultiLabel, path: model, pixels } = file;
  const { result, images } = await runCheck(deps, { workspaceId, signal, order: IS_ANNOTATED[domain](task) }, (paths) => ({
    checkModel: { domain, isMultiLabel, model, images: paths, pixels },
  }));
  return { checked: getResult(result, 'checkedModel'), images };
}

interface CheckOptions {
  workspaceId: string;
  signal: AbortSignal;
  /** Whether a workspace without images is accepted. */
  acceptsNoImages?: boolean;
  /** SQL condition for the images that are preferred. */
  order?: RawBuilder<unknown>;
}

/** PostgreSQL does not accept a constant such as `true` in `order by`. This condition is false for every image. */
const NO_PREFERENCE = sql`i.id is null`;

/**
 * Runs a check of an uploaded model on the newest images of the workspace. Each check uses a new process, so that the memory of the model
 * can be measured. The time limit includes reading the images.
 */
export async function runCheck(
  { db, files, config }: CheckDeps,
  { workspaceId, signal, acceptsNoImages = false, order = NO_PREFERENCE }: CheckOptions,
  toRequest: (images: string[]) => LearnerRequest,
): Promise<{ result: LearnerResult; images: TestedImage[] }> {
  const candidates = await listTestedImages(db, workspaceId, order);
  if (candidates.length === 0 && !acceptsNoImages) throw new HttpError(400, messages.noImages);
  return CHECK_QUEUE.run(
    workspaceId,
    async () => {
      const limits = config.modelFileCheck;
      const learner = new BoundedLearner(limits, messages.check);
      const checkResult = withRequestFolder(getLearningFolder(config), async (folder) => {
        const toPath = ({ id }: TestedImage) => join(folder, id);
        const images: TestedImage[] = [];
        for (const image of candidates) if (await downloadFile(files, image.img_key, toPath(image))) images.push(image);
        return { result: await learner.request(toRequest(images.map(toPath))), images };
      });
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      try {
        return await Promise.race([checkResult, rejectOnAbort(AbortSignal.any([signal, timeout]))]);
      } catch (error) {
        throw error === timeout.reason ? new HttpError(504, messages.check.tooSlow(limits.timeoutMs / 1000)) : error;
      } finally {
        learner.stop();
      }
    },
    signal,
  );
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

async function listTestedImages(db: Db, workspaceId: string, order: RawBuilder<unknown>): Promise<TestedImage[]> {
  const { rows } = await sql<TestedImage>`
    select i.id, i.img_key, i.thumb_key, i.img_width, i.img_height from (
      select * from training_image where workspace_id = ${workspaceId} order by seq desc limit ${MAX_CANDIDATES}) i
    order by ${order} desc, i.seq desc limit ${IMAGES_PER_CHECK}`.execute(db);
  return rows;
}
