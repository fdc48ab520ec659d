export { AdjudicationPage } from './adjudication-page';
