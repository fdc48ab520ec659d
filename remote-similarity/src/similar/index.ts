export { SimilarItemsWidget } from './similar-items-widget';
