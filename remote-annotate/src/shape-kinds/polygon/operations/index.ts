export {
  adjustPolygons,
  changePolygons,
  cutPolygons,
  getAdjustableShapes,
  previewPolygons,
  type AdjustableOperation,
  type PolygonOperation,
} from './change-polygons';
