export { SetPage } from './set-page';
