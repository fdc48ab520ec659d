export { SimilarityCard } from './similarity-card';
