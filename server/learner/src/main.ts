import { availableParallelism } from 'node:os';
import { detect } from './detection/detect';
import { trainObjects } from './detection/train';
import { describe } from './embedding/describe';
import { compare, drop, nearest, openIndex, put } from './embedding/orders';
import { assemble } from './learned';
import type { Answer, Order, Progress, Report } from './protocol';
import { classify } from './recognition/classify';
import { trainRecognition } from './recognition/train';
import { Refusal } from './refusal';

// Entry point of the learner process (see README). The server starts and stops it.

/** One processor is left for the server, which responds to requests at the same time. */
const THREADS = Math.max(1, availableParallelism() - 1);

const send = (report: Report) => process.send?.(report);

async function handle(order: Order): Promise<Answer> {
  const onProgress = (progress: Progress) => send({ order: order.order, progress });
  if ('train' in order) {
    const { domain } = order.train;
    if (domain === 'recognition') return { trained: await trainRecognition(order.train, THREADS, onProgress) };
    return { trained: await trainObjects(order.train, THREADS, onProgress) };
  }
  if ('assemble' in order) return { assembled: await assemble(order.assemble) };
  if ('classify' in order) return { labels: await classify(order.classify, THREADS) };
  if ('detect' in order) return { objects: await detect(order.detect, THREADS) };
  if ('describe' in order) return { embeddings: await describe(order.describe.pictures, THREADS) };
  if ('open' in order) return openIndex(order.open);
  if ('put' in order) return put(order.put);
  if ('drop' in order) return drop(order.drop);
  if ('nearest' in order) return { nearest: await nearest(order.nearest) };
  if ('compare' in order) return compare(order.compare);
  throw new Refusal('Unknown request');
}

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  handle(order).then(
    (done) => send({ order: order.order, done }),
    (error: unknown) => {
      if (error instanceof Refusal) send({ order: order.order, refused: error.message });
      else send({ order: order.order, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    },
  );
});
send({ ready: true });
