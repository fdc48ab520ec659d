export * from './types';
export { Editor, type EditorOptions } from './editor';
export type { DocumentSnapshot, EditorSnapshot, Topic, Topics } from './topics';
export type { Readable } from './signals';
export { AnnotationDocument, type NewShape } from './document/annotation-document';
export {
  afterOf,
  beforeOf,
  changedId,
  type Change,
  type ChangeCause,
  type ChangeEvent,
  type CreateChange,
  type DeleteChange,
  type Origin,
  type UpdateChange,
} from './document/changes';
export type { RemoteChange } from './document/remote';
export { newShapeId } from './ids';
export type { ConfirmResult, Cursor, Draft, Hover, PendingShape } from './tools/feedback';
export type { ToolId, ToolSnapshot } from './tools/tool-manager';
export type { Handle } from './geometry/handles';
export type { BoxHandle } from './geometry/box';
export { boxArea, isDrawableBox, normaliseBox } from './geometry/box';
export { polygonArea, polygonBounds, vertexCount } from './geometry/polygon';
export { shapeArea, shapeBounds } from './geometry/shape';
export { MAX_POINT_NAME_LENGTH, MIN_DRAWN_BOX, MIN_EDITED_BOX } from './geometry/limits';
export { MAX_SCALE, MIN_SCALE, toPicture, toScreen, visibleBounds, type Camera, type ViewportSize } from './viewport/camera';
export type { Viewport } from './viewport/viewport';
export type { EditorEvent, Modifiers, PointerType } from './input/events';
export { fromKeyboardEvent, fromMouseEvent, fromPointerEvent, fromWheelEvent, takesKeys } from './input/dom-events';
