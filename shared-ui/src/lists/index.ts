export { LongList } from './long-list';
