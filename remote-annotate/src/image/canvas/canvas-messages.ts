import { formatCount } from '@console/shared-ui/format';
import { assistMessages } from '../assist/assist-messages';

/** Notices of the canvas, and announcements for screen readers. */
export const canvasMessages = {
  notices: {
    'box-too-small': 'The object was not created. Draw a box of at least 20 x 20 pixels.',
    'nothing-found': assistMessages.nothingFound,
    'nothing-to-erase': 'Nothing was erased. Select a mask, or start on one.',
    'shape-changed': 'The command had no effect because the shape was changed in the meantime. Run the command again.',
    'command-failed': "Couldn't run the command. Try again.",
    'not-pasted': (count: number) =>
      `${formatCount(count, 'shape was', 'shapes were')} not pasted: the label is not available, or the shape does not fit this image.`,
    locked: (count: number) => `${formatCount(count, 'locked shape was', 'locked shapes were')} not changed.`,
    'locked-undo': (count: number) =>
      `Not undone: ${formatCount(count, 'changed shape is', 'changed shapes are')} now locked. Unlock the selection, and then undo again.`,
    'locked-redo': (count: number) =>
      `Not redone: ${formatCount(count, 'changed shape is', 'changed shapes are')} now locked. Unlock the selection, and then redo again.`,
    'polygons-unchanged': (count: number) =>
      `${formatCount(count, 'polygon was', 'polygons were')} not changed: there is nothing to change, or nothing would be left.`,
    suspended: 'Your unfinished shape is kept. Select its drawing tool to continue, or press Esc there to discard the shape.',
  },
  running: (command: string) => `${command} …`,
  cancel: 'Cancel',
  announcements: {
    shape: (name: string, position: number, count: number, size: string) => `${name}, ${position} of ${count}, ${size}`,
    position: (x: number, y: number) => `at ${x}, ${y}`,
    size: (width: number, height: number) => `${width} by ${height} pixels`,
    crosshair: (x: number, y: number) => `${x}, ${y}`,
    vertex: (vertexNumber: number, count: number, position: string) => `Vertex ${vertexNumber} of ${count}, ${position}`,
  },
} as const;
