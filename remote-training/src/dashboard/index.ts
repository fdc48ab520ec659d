export { DetectionCard, RecognitionCard, SegmentationCard } from './count-cards';
export { JobsCard } from './jobs-card';
