import { formatCount } from '@console/shared-ui/format';
import type { AssistMode, AssistOptions } from '../../editor/model/prompt';

const modes: Record<AssistMode, string> = {
  wand: 'Magic wand',
  box: 'Object in a box',
  scribble: 'Object under strokes',
  scissors: 'Scissors along edges',
  model: 'Interactive model',
};
const hints: Record<AssistMode, string> = {
  wand: 'Click the object. Drag to the right for a larger tolerance.',
  box: 'Draw a box around the object.',
  scribble: 'Draw over the object.',
  scissors: 'Click along the edge of the object. To finish, click the first point or press Enter.',
  model: 'Click the object, or draw a box around it.',
};
const kinds: Record<AssistOptions['kind'], string> = { polygon: 'As polygon', mask: 'As mask', object: 'As box' };

/** Text of the tool that finds objects, and of the command that shrinks shapes to the objects inside them. */
export const assistMessages = {
  draw: 'Find objects',
  noLabels: 'Find objects: there are no detection or segmentation labels',
  bar: 'Find objects',
  mode: 'Method',
  modes,
  hints,
  kind: 'Result',
  kinds,
  tolerance: 'Tolerance',
  removing: 'Remove',
  refineHint: "Mark more of the object. Hold Shift to mark what doesn't belong to it. Press Enter to accept.",
  modelRefineHint:
    "Click more of the object. Right-click, or hold Shift and click, what doesn't belong to it. Press Enter to accept.",
  loadingModel: 'Loading the model …',
  preparingImage: 'Preparing the image for the model …',
  noModel: 'This server has no interactive model.',
  modelGuide: 'Set up a model',
  modelFailed: (problem: string) => `The interactive model can't be used. ${problem}`,
  imageFailed: (problem: string) => `The model can't use this image. ${problem}`,
  accept: 'Accept',
  addToMask: 'Add to mask',
  removeFromMask: 'Remove from mask',
  removeKeys: 'Shift+Enter',
  discard: 'Discard',
  loading: 'Loading …',
  searching: 'Searching …',
  nothingFound: 'No object was found there. Add or remove areas, or draw the outline by hand.',
  failed: "Couldn't find objects.",
  notLoaded: "Couldn't load the tool.",
  retry: 'Retry',
  tighten: 'Shrink to the objects',
  tightened: (count: number, total: number) => `${count} of ${formatCount(total, 'shape', 'shapes')} can be smaller.`,
  apply: 'Apply',
} as const;
