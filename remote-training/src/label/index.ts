export { LabelPage } from './label-page';
