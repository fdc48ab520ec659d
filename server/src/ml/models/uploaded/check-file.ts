import { join } from 'node:path';
import type { CheckedModel, Domain, PixelValues } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { BoundedLearner } from '../../learning/bounded-learner';
import { IS_ANNOTATED } from '../../learning/dataset';
import { getResult } from '../../learning/learner-client';
import { downloadFile, getLearningFolder, withRequestFolder } from '../../learning/local-files';
import { messages } from './messages';

/** Number of images that a model is tested on, and of the newest images from which those with annotations of the task are selected. */
const IMAGES_PER_CHECK = 3;
const CANDIDATES = 1000;
/** Maximum number of checks that wait. Each keeps its file on the local disk and its request open. */
const MAX_WAITING = 3;

/** An image that a model was tested on. */
export interface TestedImage {
  id: string;
  img_key: string;
  thumb_key: string;
  img_width: number;
  img_height: number;
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

let waiting = 0;
let lastCheck: Promise<unknown> = Promise.resolve();

/**
 * Checks a model file in its own process, on the newest images of the workspace, those with annotations of its task first. Throws an HttpError with a message for the user if the
 * model does not fit, or exceeds a limit.
 */
export async function checkModelFile(
  deps: { db: Db; files: FileStore; config: Config },
  file: FileToCheck,
): Promise<{ checked: CheckedModel; images: TestedImage[] }> {
  const images = await listTestedImages(deps.db, file);
  if (images.length === 0) throw new HttpError(400, messages.noImages);
  if (waiting >= MAX_WAITING) throw new HttpError(503, messages.busy, {}, { 'retry-after': '60' });
  waiting += 1;
  const check = lastCheck.then(() => runCheck(deps, file, images)).finally(() => (waiting -= 1));
  lastCheck = check.catch(() => undefined);
  return { checked: await check, images };
}

/** Starts a new process, so that the memory of the model can be measured. */
async function runCheck(
  { files, config }: { files: FileStore; config: Config },
  { path, domain, isMultiLabel, pixels }: FileToCheck,
  images: readonly TestedImage[],
): Promise<CheckedModel> {
  const learner = new BoundedLearner(config.modelFileCheck, messages.check);
  try {
    return await withRequestFolder(getLearningFolder(config), async (folder) => {
      const paths = images.map((_, index) => join(folder, String(index)));
      for (const [index, { img_key }] of images.entries()) await downloadFile(files, img_key, paths[index]!);
      const request = { domain, isMultiLabel, model: path, images: paths, pixels };
      return getResult(await learner.request({ checkModel: request }), 'checkedModel');
    });
  } finally {
    learner.stop();
  }
}

async function listTestedImages(db: Db, { domain, task, workspaceId }: FileToCheck): Promise<TestedImage[]> {
  const { rows } = await sql<TestedImage>`
    select i.id, i.img_key, i.thumb_key, i.img_width, i.img_height from (
      select * from training_image where workspace_id = ${workspaceId} order by seq desc limit ${CANDIDATES}) i
    order by ${IS_ANNOTATED[domain](task)} desc, i.seq desc limit ${IMAGES_PER_CHECK}`.execute(db);
  return rows;
}
