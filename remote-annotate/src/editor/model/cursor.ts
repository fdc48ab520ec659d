/** The values of CSS `cursor` that the canvas uses. */
export type Cursor =
  | 'default'
  | 'pointer'
  | 'move'
  | 'crosshair'
  | 'not-allowed'
  | 'grab'
  | 'grabbing'
  | 'nwse-resize'
  | 'nesw-resize'
  | 'ns-resize'
  | 'ew-resize'
  | 'copy';
