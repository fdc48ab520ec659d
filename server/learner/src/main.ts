import { availableParallelism } from 'node:os';
import { serveRequests, type SendEvent } from '../../src/platform/children/serve-requests';
import { detect } from './detection/detect';
import { trainDetector } from './detection/train';
import { embedImages } from './embedding/embed-images';
import { compareEmbeddingParts, removeEmbeddings, findNearest, openIndex, addEmbeddings } from './embedding/index-requests';
import { computeLayout, placeNearNeighbours } from './embedding/map-layout';
import { checkInteractiveModel } from './interactive/check-model';
import { encodeImage } from './interactive/encode-image';
import { assembleModel } from './assemble-model';
import type { LearnerResult, LearnerRequest, Progress } from './protocol/protocol';
import { classify } from './recognition/classify';
import { createSteadyProgress } from './protocol/steady-progress';
import { trainRecognition } from './recognition/train';
import { checkEmbeddingModel } from './uploaded/embedding-model';
import { checkModel } from './uploaded/check-model';
import { InvalidRequestError } from './protocol/invalid-request-error';

// Entry point of the learner: the child process that trains the built-in models, predicts, and searches similar
// images. The server starts and stops it.

/** Number of threads for computations. One processor is left for the server, which handles requests at the same time. */
const THREADS = Math.max(1, availableParallelism() - 1);

async function handle(request: LearnerRequest, sendEvent: SendEvent<Progress>): Promise<LearnerResult> {
  const onProgress = createSteadyProgress((progress) => void sendEvent(progress));
  if ('train' in request) {
    const { domain } = request.train;
    if (domain === 'recognition') return { trained: await trainRecognition(request.train, THREADS, onProgress) };
    return { trained: await trainDetector(request.train, THREADS, onProgress) };
  }
  if ('assemble' in request) return { assembled: await assembleModel(request.assemble) };
  if ('classify' in request) return { labels: await classify(request.classify, THREADS) };
  if ('detect' in request) return { objects: await detect(request.detect, THREADS) };
  if ('embed' in request) return { embedded: await embedImages(request.embed, THREADS) };
  if ('openIndex' in request) return openIndex(request.openIndex);
  if ('addEmbeddings' in request) return addEmbeddings(request.addEmbeddings);
  if ('removeEmbeddings' in request) return removeEmbeddings(request.removeEmbeddings);
  if ('findNearest' in request) return { neighbours: await findNearest(request.findNearest) };
  if ('compareParts' in request) return compareEmbeddingParts(request.compareParts);
  if ('computeLayout' in request) return { layout: await computeLayout(request.computeLayout) };
  if ('placeNearNeighbours' in request) return { positions: await placeNearNeighbours(request.placeNearNeighbours) };
  if ('checkInteractive' in request) return { interactive: await checkInteractiveModel(request.checkInteractive, THREADS) };
  if ('encode' in request) return { encoded: await encodeImage(request.encode, THREADS) };
  if ('checkModel' in request) return { checkedModel: await checkModel(request.checkModel, THREADS) };
  if ('checkEmbeddingModel' in request)
    return { checkedEmbeddingModel: await checkEmbeddingModel(request.checkEmbeddingModel, THREADS) };
  throw new InvalidRequestError('Unknown request');
}

serveRequests(handle, (error) => (error instanceof InvalidRequestError ? 400 : undefined));
