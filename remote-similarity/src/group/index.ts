export { GroupPage } from './group-page';
