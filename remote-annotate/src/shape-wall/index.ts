export { ShapeWallPage } from './shape-wall-page';
