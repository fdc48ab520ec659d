import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, AskOrder } from '@console/learner/protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import { HttpError } from '../errors';
import type { FileStore } from '../files/store';
import { LearnerGone, startLearner, type Ask, type Learner } from '../learning/learner';
import { bringFile, copiesOf, learningFolder } from '../learning/local-files';
import { messages as learning } from '../learning/messages';
import type { LearningDeps } from '../learning/train';
import type { ModelBackEnd, PictureRecord, Question } from './back-end';
import type { HereDeps } from './here';
import type { ModelDomain } from './kinds';
import { messages } from './messages';

/** Questions that wait for an answer at once: each has its pictures on the local disk. */
const MOST_IN_LINE = 50;
/** A process that nobody asks anything is ended after this long: it keeps some 200 MB. */
const IDLE_MS = 300_000;

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
  const ask = asker();
  const askModel = async (domain: ModelDomain, { model, records }: Question, order: (asked: AskOrder) => Ask) => {
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
        const said = answerOf(await ask({ describe: { pictures: pictures.map((file) => ({ file })) } }), 'embeddings');
        return said.map(([whole]) => ({ descriptor: [...(whole ?? [])] }));
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

type AnswerKey = 'labels' | 'objects' | 'embeddings';

function answerOf<Key extends AnswerKey>(answer: Answer, key: Key): Extract<Answer, Record<Key, unknown>>[Key] {
  if (!(key in answer)) throw new Error(`The process that learns did not answer with ${key}`);
  return (answer as Extract<Answer, Record<Key, unknown>>)[key];
}

/** Asks one process, which is started by the first question, and again where it has ended. */
function asker(): (order: Ask) => Promise<Answer> {
  let learner: Learner | null = null;
  let idle: NodeJS.Timeout | undefined;
  let inLine = 0;
  const askOnce = (order: Ask) => {
    if (!learner || learner.hasEnded) learner = startLearner({ isBehind: false });
    return learner.ask(order);
  };
  return async (order) => {
    if (inLine >= MOST_IN_LINE) throw new HttpError(503, learning.tooManyQuestions, {}, { 'retry-after': '5' });
    inLine += 1;
    clearTimeout(idle);
    try {
      // It may have been ended over the question before, as by the system for want of memory.
      return await askOnce(order).catch((error: unknown) => {
        if (error instanceof LearnerGone) return askOnce(order);
        throw error;
      });
    } catch (error) {
      throw error instanceof LearnerGone ? new HttpError(502, learning.learnerGone) : error;
    } finally {
      inLine -= 1;
      if (inLine === 0) idle = setTimeout(() => learner?.end(), IDLE_MS).unref();
    }
  };
}

/** The files of a model on the local disk. Throws 404 where it has none, as one that another server outside has trained. */
async function bringModel({ db, files, folder }: LearningDeps, domain: ModelDomain, id: string) {
  const { rows } = await sql<{ file_key: string | null; metrics: unknown }>`
    select file_key, metrics from ${sql.table(`${domain}_model`)} where id = ${id}`.execute(db);
  const key = rows[0]?.file_key;
  if (!key) throw new HttpError(404, messages.noModel);
  const { model, notes } = copiesOf(folder, id);
  if (!(await bringFile(files, key, model))) throw new HttpError(404, messages.noModel);
  await writeFile(notes, JSON.stringify(rows[0]?.metrics));
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
