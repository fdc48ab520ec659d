import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import type { RecognitionTaskType } from '../database/tables/domain';
import { TASK_ANNOTATIONS, hasExamples, type Annotations } from '../learning/dataset';
import type { ModelDomain } from '../models/kinds';
import { computeBoxOverlap } from '../shapes/geometry';
import {
  disagreeingLabels,
  disagreeingShapes,
  type Disagreement,
  type DrawnShape,
  type SaidOfImage,
  type SaidShape,
} from './disagreement';
import { uncertaintyOfLabels, uncertaintyOfObjects, uncertaintyOfValues } from './uncertainty';

export type Said = SaidOfImage | SaidShape;

/** What is known of how good a model is; as it was measured. */
const Measured = z.object({
  decoding: z
    .object({ threshold: z.number(), labels: z.array(z.string()), ranges: z.array(z.tuple([z.number(), z.number()])) })
    .partial()
    .catch({})
    .default({}),
  scores: z.object({
    labels: z.array(z.object({ id: z.string(), recall: z.number().nullable(), error: z.number().nullish() })),
  }),
});
/** From this probability on a model's word counts that does not say itself. */
const THRESHOLD = 0.5;

/** What is asked of one model: how much it doubts, and where it disagrees. */
export interface Judge {
  uncertaintyOf: (said: readonly Said[]) => number | null;
  disagreementsOf: (truth: Annotations, said: readonly Said[]) => Disagreement<Said>[];
}

/** The judge that a model is by its notes; `type` is of a recognition task. */
export function judgeOf(type: RecognitionTaskType | null, notes: unknown): Judge {
  const { decoding, scores } = Measured.safeParse(notes).data ?? { decoding: {}, scores: { labels: [] } };
  const measured = new Map(scores.labels.map((label) => [label.id, label]));
  if (type) {
    const widthOf = (label: string) => {
      const [least, most] = decoding.ranges?.[decoding.labels?.indexOf(label) ?? -1] ?? [0, 0];
      return most - least;
    };
    const errorOf = (label: string) => measured.get(label)?.error ?? null;
    const uncertaintyOf = (said: readonly Said[]) =>
      type === 'regression' ? uncertaintyOfValues(said, widthOf) : uncertaintyOfLabels(type, said);
    return {
      // Of an image that was judged by its objects alone, it is that of the most uncertain.
      uncertaintyOf: (said) => {
        const ofThings = byObject(said);
        const known = (ofThings.has(null) ? [ofThings.get(null)!] : [...ofThings.values()]).flatMap(
          (each) => uncertaintyOf(each) ?? [],
        );
        return known.length === 0 ? null : Math.max(...known);
      },
      disagreementsOf: ({ labels = [], labelled = [] }, said) => {
        const ofThings = byObject(said);
        return [
          ...disagreeingLabels(type, labels, ofThings.get(null) ?? [], errorOf),
          ...labelled.flatMap(({ id, labels: given }) =>
            disagreeingLabels(type, given, ofThings.get(id) ?? [], errorOf).map((found) => ({ ...found, shape: id })),
          ),
        ];
      },
    };
  }
  const threshold = decoding.threshold ?? THRESHOLD;
  return {
    uncertaintyOf: uncertaintyOfObjects,
    disagreementsOf: (truth, said) =>
      disagreeingShapes(drawnShapes(truth), said as readonly SaidShape[], {
        threshold,
        recallOf: (label) => measured.get(label)?.recall ?? 0,
      }),
  };
}

/** What was said of each object, and of the whole (null). */
function byObject(said: readonly SaidOfImage[]): Map<string | null, SaidOfImage[]> {
  const found = new Map<string | null, SaidOfImage[]>();
  for (const { object = null, ...each } of said) found.set(object, [...(found.get(object) ?? []), each]);
  return found;
}

/** Objects, or polygons by the boxes around them. */
export function drawnShapes({ objects = [], polygons = [] }: Annotations): DrawnShape[] {
  return [
    ...objects.map(({ data, ...shape }) => ({ ...shape, box: data })),
    ...polygons.map(({ data, ...shape }) => ({ ...shape, box: boundsOf(data) })),
  ];
}

function boundsOf(points: readonly number[]): number[] {
  const across = points.filter((_, index) => index % 2 === 0);
  const down = points.filter((_, index) => index % 2 === 1);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

/** Objects that are less likely are not kept. */
const LEAST_PROB = 0.1;

/** A picture that was judged, with what the model says of it. */
export interface Judged {
  image: string;
  said: readonly Said[];
  /** The model was trained without it: only then does it say anything about the annotations. */
  isUnseen: boolean;
}

export interface RunOf {
  run: string;
  workspaceId: string;
  domain: ModelDomain;
  task: string;
  model: string;
}

/** Keeps what a model says of images, and where it disagrees with those that people have annotated with the task's labels. */
export async function storeJudged(trx: Db, of: RunOf, judge: Judge, judged: readonly Judged[]): Promise<void> {
  const truths = await readTruths(
    trx,
    of,
    judged.map(({ image }) => image),
  );
  for (const { image, said, isUnseen } of judged) {
    const truth = truths.get(image);
    // Deleted meanwhile.
    if (!truth) continue;
    const kept = said.filter(({ prob }) => of.domain === 'recognition' || prob >= LEAST_PROB);
    await sql`
      insert into image_prediction (run_id, image_id, model_id, said, uncertainty)
      values (${of.run}, ${image}, ${of.model}, ${JSON.stringify(kept)}::jsonb, ${judge.uncertaintyOf(kept)})
      on conflict (run_id, image_id) do update set
        model_id = excluded.model_id, said = excluded.said, uncertainty = excluded.uncertainty, created = clock_timestamp()`.execute(
      trx,
    );
    await storeSuspects(trx, of, image, truth.isAnnotated && isUnseen ? judge.disagreementsOf(truth.annotations, kept) : []);
  }
}

interface Truth {
  isAnnotated: boolean;
  annotations: Annotations;
}

async function readTruths(trx: Db, { domain, task }: RunOf, images: readonly string[]): Promise<Map<string, Truth>> {
  const { rows } = await sql<{ id: string } & Truth>`
    select i.id, ${hasExamples(domain, task)} as "isAnnotated", ${TASK_ANNOTATIONS[domain](task)} as annotations
    from training_image i where i.id = any(${images}::uuid[]) order by i.id for key share`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** In place of the open ones of an image; what somebody has decided on is not asked again. */
async function storeSuspects(trx: Db, of: RunOf, image: string, found: readonly Disagreement<Said>[]): Promise<void> {
  await trx
    .deleteFrom('suspect')
    .where('run_id', '=', of.run)
    .where('image_id', '=', image)
    .where('state', '=', 'open')
    .execute();
  if (found.length === 0) return;
  const decided = await trx
    .selectFrom('suspect')
    .selectAll()
    .where('run_id', '=', of.run)
    .where('image_id', '=', image)
    .execute();
  const fresh = found.filter(
    ({ kind, shape, label, said }) =>
      !decided.some(
        (former) =>
          former.kind === kind &&
          former.shape_id === shape &&
          former.label_id === label &&
          former.said_label_id === (said?.id ?? null) &&
          (shape !== null || isSamePlace(former.said, said)),
      ),
  );
  if (fresh.length === 0) return;
  await trx
    .insertInto('suspect')
    .values(
      fresh.map(({ kind, shape, label, said, sureness }) => {
        const { id: saidLabel, ...rest } = said ?? { id: null };
        return {
          workspace_id: of.workspaceId,
          run_id: of.run,
          image_id: image,
          kind,
          shape_id: shape,
          label_id: label,
          said_label_id: saidLabel,
          said: JSON.stringify(rest),
          sureness,
        };
      }),
    )
    .execute();
}

const Placed = z.object({ bound_box: z.array(z.number()) });
const LEAST_OVERLAP = 0.5;

/** What has no place, as a label of the whole picture, is at the same one. */
function isSamePlace(former: unknown, said: Said | null): boolean {
  const [one, other] = [Placed.safeParse(former).data, Placed.safeParse(said).data];
  return !one || !other || computeBoxOverlap(one.bound_box, other.bound_box) >= LEAST_OVERLAP;
}
