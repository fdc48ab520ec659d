export { GroupsBrowserWidget } from './groups-browser-widget';
