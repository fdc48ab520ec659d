import { formatCount } from '@console/shared-ui/format';
import { isolateBidi } from '../common/isolate-bidi';

/** Interface text of the groups of a job. */
export const jobMessages = {
  /** A switch: lists the groups of the job instead of the groups to add. */
  inTarget: 'In job',
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  clear: 'Clear selection',
  add: 'Add to job',
  remove: 'Remove from job',
  selectMatching: (total: number) => `Select all ${total} groups that match this search`,
  matchingSelected: (total: number) => `All ${total} groups that match this search are selected.`,
  adding: (done: number, total: number) => `Adding: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  removing: (done: number, total: number) => `Removing: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  cancel: 'Cancel',
  added: 'Groups were added to the job!',
  removed: 'Groups were removed from the job!',
  notAll: 'Not all groups were changed. The rest is still selected.',
  noneIn: 'There are no groups in this job yet.',
  noneToAdd: 'There are no more groups to add.',
} as const;

/** Interface text of the actions on one group. */
export const rowActionsMessages = {
  addImage: 'Add image to group',
  addObject: 'Add object to group',
  added: 'Added to the group.',
  addFailed: "Couldn't add to the group.",
  merge: 'Merge group',
  merged: (name: string) => `${isolateBidi(name)} was merged.`,
  mergeTitle: 'Are you sure you want to merge this group?',
  mergeText: (name: string) => `The members of ${isolateBidi(name)} are moved, and ${isolateBidi(name)} is deleted.`,
  target: 'Remaining group',
  source: 'Merged group',
  members: (images: number, objects: number, groups: number) =>
    [
      formatCount(images, 'image', 'images'),
      formatCount(objects, 'object', 'objects'),
      formatCount(groups, 'group', 'groups'),
    ].join(', '),
  /** The title of a toast that shows the error of the server. The specification prescribes this title. */
  mergeFailed: 'Message',
} as const;

/** Interface text of the changes of many groups. */
export const bulkMessages = {
  noun: 'groups',
  labels: { verify: 'Verify', test: 'Mark as TEST', train: 'Mark as TRAIN', delete: 'Delete' },
  titles: {
    verify: (groups: number) => `Verify ${formatCount(groups, 'group', 'groups')}?`,
    test: (groups: number) => `Mark ${formatCount(groups, 'group', 'groups')} as TEST?`,
    train: (groups: number) => `Mark ${formatCount(groups, 'group', 'groups')} as TRAIN?`,
    delete: (groups: number) => `Delete ${formatCount(groups, 'group', 'groups')}?`,
  },
  done: {
    verify: (groups: number) => formatCount(groups, 'group was verified.', 'groups were verified.'),
    test: (groups: number) => formatCount(groups, 'group is now marked as TEST.', 'groups are now marked as TEST.'),
    train: (groups: number) => formatCount(groups, 'group is now marked as TRAIN.', 'groups are now marked as TRAIN.'),
    delete: (groups: number) => formatCount(groups, 'group was deleted.', 'groups were deleted.'),
  },
  unchanged: 'All selected groups already have this value.',
  failed: "Couldn't change the groups.",
  progress: (changedCount: number, all: number) =>
    `Changed ${changedCount.toLocaleString('en')} of ${formatCount(all, 'group', 'groups')}.`,
  stoppedAt: (changed: number) => `Only ${formatCount(changed, 'group', 'groups')} could be changed.`,
} as const;
