import { getPolygonBounds } from '../../editor/geometry/polygon';
import type { Editor } from '../../editor/editor';
import type { MaskShape, PolygonShape } from '../../editor/model/types';
import { createBitmap, toBitmap, toMaskRuns, type Bitmap } from './bitmap/bitmap';
import { fillHoles, removeSpecks } from './bitmap/clean';
import { fillPolygon } from './bitmap/fill';
import { growByOnePixel, shrinkByOnePixel } from './bitmap/morphology';
import { toPolygons } from './bitmap/polygons';

type Command = (editor: Editor, shape: MaskShape) => void;

/** Each command needs a margin of one pixel around the mask. */
const MARGIN = 1;

const createCommand =
  (change: (bitmap: Bitmap, imageSize: Editor['imageSize']) => Bitmap): Command =>
  ({ document, imageSize }, { id, data }) => {
    const changed = toMaskRuns(change(toBitmap(data, MARGIN), imageSize), imageSize);
    if (changed) document.setData(id, changed);
    else document.delete(id);
  };

/** Commands that change the pixels of a mask as one undo step. A mask without pixels is deleted. */
export const MASK_COMMANDS = {
  'fill-holes': createCommand(fillHoles),
  'remove-specks': createCommand(removeSpecks),
  'grow-mask': createCommand(growByOnePixel),
  'shrink-mask': createCommand(shrinkByOnePixel),
} as const satisfies Record<string, Command>;

/** Replaces a mask by a polygon for each part, and selects them. A mask that is too thin for any polygon stays. */
export function convertToPolygons(editor: Pick<Editor, 'document' | 'highlight'>, mask: MaskShape): void {
  const { id, labelId, metaData, attributes } = mask;
  const polygons = toPolygons(toBitmap(mask.data));
  if (polygons.length === 0) return;
  const shapes = editor.document.replace(
    id,
    polygons.map((data) => ({ kind: 'polygon', labelId, data, metaData, ...(attributes && { attributes }) })),
  );
  editor.highlight(shapes.map((shape) => shape.id));
}

/** Replaces a polygon by a mask of the pixels whose centers are inside it, and selects the mask. A polygon without any stays. */
export function convertToMask(editor: Pick<Editor, 'document' | 'highlight' | 'imageSize'>, polygon: PolygonShape): void {
  const { id, labelId, metaData, attributes } = polygon;
  const bitmap = createBitmap(getPolygonBounds(polygon.data));
  fillPolygon(bitmap, polygon.data, 1);
  const data = toMaskRuns(bitmap, editor.imageSize);
  if (!data) return;
  const shapes = editor.document.replace(id, [{ kind: 'mask', labelId, data, metaData, ...(attributes && { attributes }) }]);
  editor.highlight(shapes.map((shape) => shape.id));
}
