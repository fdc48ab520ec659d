import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../../platform/config';
import type { Db } from '../../../platform/database/connection';
import { getStoredSecret } from '../../../platform/database/stored-secret';
import { notFound } from '../../../platform/errors';
import { createFileUrlSigner, type FileUrlSigner, type UrlSignature } from '../../../platform/files/signed-url';
import { getSignedUrlMaxAge } from '../../../platform/http/files-route';
import { getBaseUrl } from '../../../platform/http/route/links';
import { createDatasetVersion, readDatasetVersion } from '../../learning/dataset';
import { parseTrainingParams } from '../../learning/training-params';
import type { TrainingDataset } from '../model/back-end';
import { DOMAINS, type TrainInput } from '../model/state';

const toSignedName = ({ domain, model }: TrainInput) => `training-data/${domain}/${model}`;

/** Returns the signer of the URLs of training data. It always signs, even if the server does not sign the URLs of files. */
const getSigner = async (db: Db): Promise<FileUrlSigner> =>
  createFileUrlSigner(await getStoredSecret(db, 'training_data_secret'));

/**
 * Creates the dataset version of a training on an external model server, in a transaction. Later attempts reuse the version. Returns the
 * version with the URL of its examples, or null if the model was deleted.
 *
 * The URL grants access to this version only, for at most a day and only while the training runs. It is only a path if `publicUrl` is not
 * configured.
 */
export async function prepareTrainingDataset(
  trx: Db,
  input: TrainInput,
  userId: string | null,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<TrainingDataset | null> {
  const { domain, model: id } = input;
  const model = await trx.selectFrom(`${domain}_model`).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!model) return null;
  const imageFilter = parseTrainingParams(domain, model.training_params);
  const datasetId = model.dataset_id ?? (await createDatasetVersion(trx, { domain, task: model.task_id, imageFilter, userId }));
  await trx.updateTable(`${domain}_model`).set({ dataset_id: datasetId }).where('id', '=', id).execute();
  const { rows } = await sql<{ train: number; test: number }>`
    select count(*) filter (where not test_image)::int as train, count(*) filter (where test_image)::int as test
    from dataset_picture where dataset_id = ${datasetId}`.execute(trx);
  const path = `/api/${(await getSigner(trx)).sign(toSignedName(input))}`;
  return { version: datasetId, ...(rows[0] ?? { train: 0, test: 0 }), url: `${publicUrl ?? ''}${path}` };
}

const TrainingDataParams = z.object({ domain: z.enum(DOMAINS), model: z.uuid() });

/**
 * Serves the examples of a training to an external model server, as JSON Lines. As with files, the signed URL grants access.
 * Access ends with the training.
 */
export function bindTrainingData(app: FastifyInstance): void {
  app.get<{ Querystring: UrlSignature }>('/training-data/:domain/:model', { schema: { hide: true } }, async (request, reply) => {
    const { db, fileUrlSigner } = app.deps;
    const input = TrainingDataParams.safeParse(request.params).data;
    if (!input) throw notFound('Model');
    getSignedUrlMaxAge(await getSigner(db), toSignedName(input), request.query);
    const model = await db
      .selectFrom(`${input.domain}_model`)
      .select('dataset_id')
      .where('id', '=', input.model)
      .where('train_status', 'in', ['QUEUED', 'TRAINING'])
      .executeTakeFirst();
    if (!model?.dataset_id) throw notFound('Model');
    const filesUrl = `${getBaseUrl(request)}/api/files/`;
    reply.headers({ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
    return reply.send(Readable.from(listExamples(db, model.dataset_id, (key) => filesUrl + fileUrlSigner.sign(key))));
  });
}

async function* listExamples(db: Db, datasetId: string, toUrl: (key: string) => string): AsyncGenerator<string> {
  for await (const { image_id, img_key, img_width, img_height, test_image, annotations } of readDatasetVersion(db, datasetId))
    yield `${JSON.stringify({
      id: image_id,
      url: toUrl(img_key),
      width: img_width,
      height: img_height,
      test: test_image,
      ...annotations,
    })}\n`;
}
