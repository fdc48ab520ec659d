import { formatCount } from '@console/shared-ui/format';
import { isolateBidi } from '../common/isolate-bidi';

/** Interface text of the page of a group. */
export const groupPageMessages = {
  comments: 'Comments',
  title: 'Group',
  notFound: 'Group not found!',
  isEmpty: 'This group is empty!',
  trainGroup: 'TRAIN GROUP',
  testGroup: 'TEST GROUP',
  switchTo: (test: boolean) => `Change to ${test ? 'TEST' : 'TRAIN'} group`,
  switchFailed: "Couldn't switch TRAIN and TEST.",
  verify: 'Verify',
  verified: 'Verified',
  verifiedHint: 'Verified. Click to remove all verifications',
  refusedTitle: 'This group cannot be verified yet',
  warningTitle: 'Verify this group?',
  verifyAnyway: 'Verify anyway',
  violation: (level: 'warning' | 'error', text: string, task: string) =>
    `${level === 'error' ? 'Error' : 'Warning'}: ${text} (${task})`,
  verifyFailed: "Couldn't verify the group.",
  unverifyFailed: "Couldn't remove the verifications.",
  save: 'Save',
  refresh: 'Refresh',
  delete: 'Delete',
  deleteTitle: 'Delete this group?',
  deleteText: (name: string, members: number) =>
    members === 0
      ? `${isolateBidi(name)} is empty.`
      : `${isolateBidi(name)} has ${formatCount(members, 'member', 'members')}. The images, objects and groups themselves are not deleted.`,
  deleteFailed: "Couldn't delete the group.",
  deleted: 'Group deleted.',
  moveItems: 'Move items',
  upload: 'Upload images',
  knownAlready: (count: number) => `${formatCount(count, 'file was', 'files were')} already in the workspace.`,
  thumbnails: 'Thumbnails of this group',
  previous: 'Previous thumbnails',
  next: 'Next thumbnails',
  parents: 'Groups that contain this group',
  noParents: 'No group contains this group.',
};
