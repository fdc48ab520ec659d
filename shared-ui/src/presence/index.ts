export { Presence } from './presence';
