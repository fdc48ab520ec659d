export { SimilarThingsWidget } from './similar-things-widget';
