export { GroupBodyWidget } from './group-body-widget';
export { GroupPage } from './group-page';
