export { AdjudicationPage, GroupAdjudicationPage } from './adjudication-page';
