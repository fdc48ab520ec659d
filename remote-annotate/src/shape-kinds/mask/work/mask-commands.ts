import type { NewShape } from '../../../editor/document/annotation-document';
import type { ImageSize, MaskShape, PolygonShape } from '../../../editor/model/types';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import type { MaskTask, MaskTaskResult, PixelCommand } from './mask-task';

/** `convert` turns a mask into a polygon for each part, and a polygon into a mask. */
export type MaskCommand = PixelCommand | 'convert';

export function toMaskTask(command: MaskCommand, { kind, data }: MaskShape | PolygonShape, imageSize: ImageSize): MaskTask {
  const type = command === 'convert' ? (kind === 'mask' ? 'to-polygons' : 'to-mask') : command;
  return { type, data, imageSize };
}

/**
 * Replaces a shape by the result of a task, as one undo step. A mask without pixels is deleted. A shape stays if nothing would be left
 * of it in the other kind. New shapes are selected if the replaced one was.
 */
export function applyResult(
  editor: Pick<ToolHost, 'document' | 'highlight' | 'isSelected'>,
  shape: MaskShape | PolygonShape,
  type: MaskTask['type'],
  result: MaskTaskResult,
): void {
  const { id } = shape;
  const [data] = result;
  if (type !== 'to-mask' && type !== 'to-polygons') {
    if (data) editor.document.setData(id, data);
    else editor.document.delete(id);
  } else if (data) {
    const isSelected = editor.isSelected(id);
    const { labelId, metaData, attributes } = shape;
    const kind = type === 'to-mask' ? 'mask' : 'polygon';
    const drafts = result.map((each): NewShape => ({ kind, labelId, data: each, metaData, ...(attributes && { attributes }) }));
    const shapes = editor.document.replace(id, drafts);
    if (isSelected) editor.highlight(shapes.map((each) => each.id));
  }
}
