import { formatCount } from '@console/shared-ui/format';
import { isolateBidi } from '../common/isolate-bidi';

/** Interface text of the import and export of groups. */
export const csvMessages = {
  exportLabel: 'Export CSV',
  exportMatching: (groups: number | undefined) =>
    groups === undefined ? 'Matching groups' : `Matching groups (${groups.toLocaleString('en')})`,
  exportAll: 'All groups',
  importLabel: 'Import CSV',
  exportFailed: "Couldn't export the groups.",
  fileName: 'groups.csv',
  title: 'Import groups from CSV',
  hint: 'Columns: group (name or id), type, test (TEST or TRAIN), image (file name) and image_id, which is required if several files have the same name. Each image of a group has its own row.',
  failed: "Couldn't import the groups.",
  created: (groups: number, images: number) =>
    `${formatCount(groups, 'group', 'groups')} would be created, with ${formatCount(images, 'image', 'images')}.`,
  changed: (groups: number, images: number) =>
    `${formatCount(groups, 'group', 'groups')} would be changed, and ${formatCount(images, 'image', 'images')} added to them.`,
  newGroup: (name: string, images: number) => `${isolateBidi(name)}: new, with ${formatCount(images, 'image', 'images')}`,
  changedGroup: (name: string, parts: readonly string[]) => `${isolateBidi(name)}: ${parts.join(', ')}`,
  type: 'type changed',
  test: 'TRAIN and TEST switched',
  more: (images: number) => formatCount(images, 'more image', 'more images'),
  done: ({ created, changed }: { created: readonly unknown[]; changed: readonly unknown[] }) =>
    `${formatCount(created.length + changed.length, 'group was', 'groups were')} created or changed.`,
} as const;
