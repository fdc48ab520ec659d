export { ImageJobPage } from './image-job-page';
