export { changePolygons, cutPolygons, getSimplified, simplifyPolygons, type PolygonOperation } from './change-polygons';
