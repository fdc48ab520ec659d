import { bindAccount } from './account';
import { bindAnnotate } from './annotate';
import { bindDatasets } from './datasets/routes';
import { bindDetection } from './detection';
import { bindEvaluation } from './evaluation';
import { bindExchange } from './exchange/routes';
import { bindFlows } from './flows';
import { bindMatching } from './matching/routes';
import { bindPredictionRuns } from './prediction-runs';
import { bindProduct } from './product';
import { bindRecognition } from './recognition';
import { bindSegmentation } from './segmentation';
import { bindSimilarity } from './similarity';
import { bindWork } from './work/routes';
import { workKindsOf } from './background-work';
import type { ApiModule } from './http/app';

/** All domains of the API. Each module registers the routes of its domain. */
export const apiModules: readonly ApiModule[] = [
  bindAccount,
  bindRecognition,
  bindDetection,
  bindSegmentation,
  bindSimilarity,
  bindProduct,
  bindAnnotate,
  bindEvaluation,
  bindFlows,
  bindPredictionRuns,
  (app) => bindWork(app, workKindsOf(app.deps)),
  bindMatching,
  bindDatasets,
  bindExchange,
];
