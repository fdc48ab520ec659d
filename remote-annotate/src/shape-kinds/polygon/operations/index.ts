export {
  adjustPolygons,
  changePolygons,
  cutPolygons,
  getEditablePolygons,
  previewPolygons,
  type AdjustableOperation,
  type PolygonOperation,
} from './change-polygons';
