export { SimilarityJobPage } from './similarity-job-page';
