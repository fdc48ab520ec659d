export {
  applyAdjustment,
  calculateAdjustment,
  changePolygons,
  cutPolygons,
  getAdjustableShapes,
  getAdjustedShapes,
  type AdjustableOperation,
  type Adjustment,
  type PolygonOperation,
} from './change-polygons';
