export { LongList } from './long-list';
export { VirtualGrid, type GridModifiers, type VirtualGridProps } from './virtual-grid';
