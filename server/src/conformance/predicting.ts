import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ModelDomain } from '../models/kinds';
import { ClassifyResponse, DetectResponse, SegmentResponse } from '../models/response-schemas';
import { ask, type Server } from './client';
import { NotChecked, must, type Findings } from './findings';
import { sizeOf, type Pictures } from './pictures';
import { requireRefusal, shaped, type Order } from './training';

/** The same, to rounding. */
const CLOSE = 1e-3;
/** Of two boxes of one thing: a picture that was stored anew is not the same to the last pixel. */
const SAME_BOX = 0.5;

const CALLS = {
  recognition: { path: '/recognition/v2/classify/', shape: ClassifyResponse },
  detection: { path: '/detection/v2/detect', shape: DetectResponse },
  segmentation: { path: '/segmentation/v2/predict', shape: SegmentResponse },
} as const;

interface Said {
  id: string;
  prob: number;
  value?: number | null;
  bound_box?: number[];
  polygon?: number[];
}
/** What is said of each picture; null of one that could not be read. */
type Answered = (Said[] | null)[];

/** What a trained model says of pictures, by one of the three calls. */
export async function checkPredicting(
  findings: Findings,
  server: Server,
  domain: ModelDomain,
  { model, order, pictures }: { model: string; order: Order; pictures: Pictures },
): Promise<void> {
  const { path, shape } = CALLS[domain];
  const call = `POST ${path}`;
  const { id: task_id, labels } = order.task;
  const question = { task_id, model_id: model, labels, keep_prob: 0 };
  const send = (sent: readonly object[], changed: object = {}) =>
    ask(server, 'POST', path, { body: { ...question, ...changed, records: sent } });
  const said = async (sent: readonly string[], changed: object = {}): Promise<Answered> => {
    const answer = shaped(
      await send(
        sent.map((_base64) => ({ _base64 })),
        changed,
      ),
      shape as z.ZodType,
    ) as { records: (Record<string, Said[]> | null)[] };
    must(answer.records.length === sent.length, `${answer.records.length} records for ${sent.length} pictures`);
    return answer.records.map((record) => record && (record.labels ?? record._objects ?? []));
  };
  const { first, second, sideways, unreadable } = pictures;

  const plain = await findings.check(call, 'answers one record for each picture', () => said([first, second]));
  if (!plain) return;
  await findings.check(call, 'reads the pictures that it is given', () => {
    must(!plain.includes(null), 'a picture is said to be unreadable');
    return Promise.resolve();
  });
  await findings.check(call, 'answers in the order of the pictures, the same question with the same', async () => {
    const turned = await said([second, first]);
    must(isSame(turned.toReversed(), plain), 'two pictures in the other order are not answered in the other order');
  });
  await findings.check(call, 'names no labels but those of the question', async () => {
    const known = new Set(labels.map(({ id }) => id));
    must(
      plain.flat().every((each) => !each || known.has(each.id)),
      'a label is of nobody',
    );
    const one = labels.slice(0, 1);
    const few = await said([first, second], { labels: one });
    must(
      few.flat().every((each) => !each || each.id === one[0]?.id),
      'asked about one label it names another',
    );
  });
  await findings.check(call, 'says of a picture that cannot be read that it cannot, and answers for the others', async () => {
    const answers = await said([first, unreadable, second]);
    must(answers[1] === null, 'no _status with a code of 400 or more');
    must(isSame([answers[0]!, answers[2]!], plain), 'the other pictures are answered differently beside it');
  });
  await findings.check(call, 'ignores fields that it does not know', async () => {
    const records = [{ _base64: first, shelf: 3, _objects: [] }];
    shaped(await send(records, { further: { a: 1 } }), shape as z.ZodType);
  });
  await findings.check(call, 'answers 404 with a detail for a model that it does not know', async () =>
    requireRefusal(await send([{ _base64: first }], { model_id: randomUUID() }), [404]),
  );
  await findings.check(call, 'refuses with 4xx and a detail what is no question', async () =>
    requireRefusal(await ask(server, 'POST', path, { body: { records: 'none' } }), null),
  );
  if (domain === 'recognition') return;
  await findings.check(call, 'tells lengths in pixels of the upright picture', async () => {
    const [[lying], { width, height }] = [await said([sideways]), await sizeOf(first)];
    const surest = surestOf(plain[0]);
    if (!surest?.bound_box) throw new NotChecked('nothing is found in the picture; give others (--pictures)');
    const isInside = (box: readonly number[]) =>
      box.every((side, at) => side >= -1 && side <= 1 + (at % 2 === 0 ? width : height));
    must(isInside(surest.bound_box), `the box ${surest.bound_box.join(', ')} is not within ${width} x ${height}`);
    // Of many things that are as sure the surest may be another one then.
    const box = surest.bound_box;
    const isAgain = (lying ?? []).some(({ bound_box = [] }) => overlap(box, bound_box) >= SAME_BOX);
    must(isAgain, `with an EXIF orientation nothing is found any more where ${box.join(', ')} was`);
  });
  if (domain === 'segmentation')
    await findings.check(call, 'has boxes that are the bounds of their polygons, to two pixels', () => {
      const objects = plain.flatMap((each) => each ?? []);
      if (objects.length === 0) throw new NotChecked('nothing is found in the pictures; give others (--pictures)');
      for (const { bound_box = [], polygon = [] } of objects) {
        const bounds = boundsOf(polygon);
        must(
          bounds.every((side, at) => Math.abs(side - bound_box[at]!) <= 2),
          `the box ${bound_box.join(', ')} is about a polygon within ${bounds.join(', ')}`,
        );
      }
      return Promise.resolve();
    });
}

const surestOf = (said: Said[] | null | undefined) => [...(said ?? [])].sort((a, b) => b.prob - a.prob)[0];

/** Whether two answers are the same to rounding. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= CLOSE * Math.max(1, Math.abs(a));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]));
}

function boundsOf(points: readonly number[]): number[] {
  const [xs, ys] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis)) as [number[], number[]];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function overlap(a: readonly number[], b: readonly number[]): number {
  const length = (from: number, to: number) => Math.max(0, to - from);
  const common = length(Math.max(a[0]!, b[0]!), Math.min(a[2]!, b[2]!)) * length(Math.max(a[1]!, b[1]!), Math.min(a[3]!, b[3]!));
  const area = (box: readonly number[]) => length(box[0]!, box[2]!) * length(box[1]!, box[3]!);
  return common / (area(a) + area(b) - common);
}
