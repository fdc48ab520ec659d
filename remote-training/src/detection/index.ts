export { DetectionPage } from './detection-page';
