export { RecognitionEntitiesWidget } from './recognition-entities-widget';
