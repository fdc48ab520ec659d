export { SegmentationPage } from './segmentation-page';
