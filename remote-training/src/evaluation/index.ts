export { EvaluationsPage } from './evaluations-page';
export { EvaluationPage } from './evaluation-page';
