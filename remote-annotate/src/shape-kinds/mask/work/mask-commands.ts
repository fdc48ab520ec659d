import type { NewShape } from '../../../editor/document/annotation-document';
import type { ImageSize, MaskShape, PolygonShape } from '../../../editor/model/types';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import type { MaskTask, MaskTaskResult, PixelCommand } from './mask-task';

/** `convert` turns a mask into a polygon for each part, and a polygon into a mask. */
export type MaskCommand = PixelCommand | 'convert';

/** A shape to which mask commands can be applied. */
export type RegionShape = MaskShape | PolygonShape;

export function toMaskTask(command: MaskCommand, { kind, data }: RegionShape, imageSize: ImageSize): MaskTask {
  const type = command === 'convert' ? (kind === 'mask' ? 'to-polygons' : 'to-mask') : command;
  return { type, data, imageSize };
}

/** A shape with the result of its task. */
interface ShapeResult {
  readonly shape: RegionShape;
  readonly result: MaskTaskResult;
}

/**
 * Replaces shapes by the results of a command, as one undo step. Deletes masks that have become empty. Leaves a shape unchanged if its
 * conversion has no result. Selects new shapes if a replaced shape was selected.
 */
export function applyResults(
  editor: Pick<ToolHost, 'document' | 'selectByCommand' | 'isSelected' | 'selection'>,
  command: MaskCommand,
  results: readonly ShapeResult[],
): void {
  if (command !== 'convert') {
    editor.document.replaceData(new Map(results.map(({ shape, result }) => [shape.id, result])));
    return;
  }
  const conversions = results.filter(({ result }) => result.length > 0);
  const ids = conversions.map(({ shape }) => shape.id);
  const isSelected = ids.some((id) => editor.isSelected(id));
  const drafts = conversions.flatMap(({ shape, result }) => {
    const { labelId, metaData, attributes } = shape;
    const kind = shape.kind === 'mask' ? 'polygon' : 'mask';
    return result.map((data): NewShape => ({ kind, labelId, data, metaData, ...(attributes && { attributes }) }));
  });
  const shapes = editor.document.replace(ids, drafts);
  if (isSelected) editor.selectByCommand([...shapes.map(({ id }) => id), ...editor.selection]);
}
