import { getBoxBounds } from '../editor/geometry/box';
import { getUnion } from '../editor/geometry/bounds';
import { getPolygonBounds } from '../editor/geometry/polygon';
import type { AssistPrompt, Stroke } from '../editor/model/prompt';
import type { BitmapPlacement } from '../editor/model/region';
import type { Bounds, BoxData, ImageSize } from '../editor/model/types';
import { expand, MAX_PIXELS, toBitmapPlacement } from './bitmap-placement';
import type { VisionTask } from './vision/task';

/** Minimum margin around the user's marks, in image pixels. The object is searched within this margin. */
const MIN_MARGIN = 12;

/** A prompt that needs only the pixels of the image, and no model. */
export type PixelPrompt = Exclude<AssistPrompt, { type: 'model' }>;

/** Returns the part of the image that is needed to answer a prompt. `visibleBounds` is the visible part of the image, in image pixels. */
export function getPromptPlacement(prompt: PixelPrompt, visibleBounds: Bounds, imageSize: ImageSize): BitmapPlacement {
  switch (prompt.type) {
    case 'wand':
      return toBitmapPlacement(getCommonBounds([visibleBounds, ...getStrokeBounds(prompt.strokes)]), imageSize, MAX_PIXELS.wand);
    case 'trace': {
      const { from, to } = prompt;
      const endBounds = getPolygonBounds([from.x, from.y, to.x, to.y]);
      return toBitmapPlacement(getUnion(visibleBounds, endBounds), imageSize, MAX_PIXELS.trace);
    }
    case 'grab-cut': {
      const { box, strokes } = prompt;
      const markBounds = getCommonBounds([...(box ? [getBoxBounds(box)] : []), ...getStrokeBounds(strokes)]);
      // Without a box, the size of the object is unknown, so use a larger margin.
      return toBitmapPlacement(
        box ? expand(markBounds, 0.25, MIN_MARGIN) : expand(markBounds, 1.5, 5 * MIN_MARGIN),
        imageSize,
        MAX_PIXELS.grabCut,
      );
    }
  }
}

/** Converts a prompt of the editor into a task of the worker. */
export function toTask(prompt: PixelPrompt): VisionTask {
  if (prompt.type !== 'grab-cut') return prompt;
  return { type: 'grab-cut', outline: prompt.box && toCorners(prompt.box), strokes: prompt.strokes };
}

export function toCorners([x1, y1, x2, y2]: BoxData): readonly number[] {
  return [x1, y1, x2, y1, x2, y2, x1, y2];
}

const getStrokeBounds = (strokes: readonly Stroke[]) => strokes.map(({ points }) => getPolygonBounds(points));

function getCommonBounds([firstBounds, ...otherBounds]: readonly Bounds[]): Bounds {
  if (!firstBounds) throw new Error('A prompt needs a box or a stroke');
  return otherBounds.reduce(getUnion, firstBounds);
}
