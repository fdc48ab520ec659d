import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { PredictRequest } from '@console/learner/protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import { HttpError } from '../errors';
import type { FileStore } from '../files/store';
import { answerOf, askerOf } from '../learning/asker';
import type { Ask } from '../learning/learner';
import { bringFile, copiesOf, learningFolder, writeWhole } from '../learning/local-files';
import type { LearningDeps } from '../learning/train';
import type { ModelBackEnd, PictureRecord, Question } from './back-end';
import type { HereDeps } from './here';
import type { ModelDomain } from './kinds';
import { messages } from './messages';

const backEnds = new WeakMap<FileStore, ModelBackEnd>();

/** The back end of this server: it has one process that is asked. */
export function builtInOf({ db, files, config }: HereDeps): ModelBackEnd {
  const known = backEnds.get(files);
  if (known) return known;
  const made = builtInBackEnd({ db, files, folder: learningFolder(config) });
  backEnds.set(files, made);
  return made;
}

/** The models that were trained on this machine, asked in a process of their own. */
function builtInBackEnd(deps: LearningDeps): ModelBackEnd {
  const { ask } = askerOf(deps.files);
  const askModel = async (domain: ModelDomain, { model, records }: Question, order: (asked: PredictRequest) => Ask) => {
    const files = await bringModel(deps, domain, model);
    return withPictures(deps, records, (pictures) => ask(order({ ...files, pictures })));
  };
  return {
    classify: async (question) => {
      const boxes = question.records.map((record) => boxOf(record));
      return answerOf(await askModel('recognition', question, (asked) => ({ classify: { ...asked, boxes } })), 'labels');
    },
    detect: async (question) => answerOf(await askModel('detection', question, (detect) => ({ detect })), 'objects'),
    segment: async (question) => {
      const said = answerOf(await askModel('segmentation', question, (detect) => ({ detect })), 'objects');
      return said.map((objects) =>
        objects ? objects.flatMap(({ polygon, ...object }) => (polygon ? [{ ...object, polygon }] : [])) : null,
      );
    },
    describe: (_task, records) =>
      withPictures(deps, records, async (pictures) => {
        const said = answerOf(await ask({ embed: { images: pictures.map((file) => ({ file })) } }), 'embeddings');
        return said.map((seen) => seen && { descriptor: [...(seen[0] ?? [])] });
      }),
    process: null,
  };
}

const Extracted = z.object({
  _extract_object: z.literal(true),
  _objects: z.tuple([z.object({ bound_box: z.array(z.number()).length(4) })], z.unknown()),
});

/** The box of the object that a record asks about; null where it asks about the whole picture. */
function boxOf(record: PictureRecord): readonly number[] | null {
  return Extracted.safeParse(record).data?._objects[0].bound_box ?? null;
}

/** The files of a model on the local disk. Throws 404 where it has none, as one that another server outside has trained. */
async function bringModel({ db, files, folder }: LearningDeps, domain: ModelDomain, id: string) {
  const { rows } = await sql<{ file_key: string | null; metrics: unknown }>`
    select file_key, metrics from ${sql.table(`${domain}_model`)} where id = ${id}`.execute(db);
  const key = rows[0]?.file_key;
  if (!key) throw new HttpError(404, messages.noModel);
  const { model, notes } = copiesOf(folder, id);
  if (!(await bringFile(files, key, model))) throw new HttpError(404, messages.noModel);
  await writeWhole(notes, Readable.from([JSON.stringify(rows[0]?.metrics)]));
  return { model, notes };
}

async function withPictures<A>(
  { folder }: LearningDeps,
  records: readonly PictureRecord[],
  ask: (pictures: string[]) => Promise<A>,
): Promise<A> {
  const place = join(folder, 'asked', randomUUID());
  await mkdir(place, { recursive: true });
  try {
    const pictures = records.map((_, index) => join(place, String(index)));
    await Promise.all(records.map(({ _base64 }, index) => writeFile(pictures[index]!, _base64, 'base64')));
    return await ask(pictures);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
