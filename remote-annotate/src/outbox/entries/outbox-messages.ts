import { formatCount, toPlainReason } from '@console/shared-ui/format';

const formatObject = (object: string | undefined) => (object === undefined ? '' : ` on ${object}`);

/** Text about changes that wait to be sent, were rejected by the server, or conflict with the changes of another user. */
export const outboxMessages = {
  checking: 'Checking',
  saved: 'Saved',
  saving: 'Saving',
  waiting: {
    offline: (count: number) => `${count.toLocaleString('en')} waiting: no connection`,
    server: (count: number) => `${count.toLocaleString('en')} waiting: the server is not responding`,
    space: (count: number) => `${count.toLocaleString('en')} waiting: The server is out of space. Nothing of yours is lost.`,
    session: (count: number) => `${count.toLocaleString('en')} waiting: sign in to save`,
  },
  attention: (count: number) => `${formatCount(count, 'change needs', 'changes need')} your decision`,
  notDurable: 'This browser cannot store unsaved changes. Do not close this tab until they are saved.',
  changedByOther: 'Another user has changed this in the meantime.',
  changedBy: (userName: string) => `${userName} has changed this in the meantime.`,
  changedElsewhere: 'You have changed this in another window in the meantime.',
  deletedByOther: 'Another user has deleted this in the meantime.',
  /** Texts about a conflict: the changed shape, the other user, and the changes of both users. */
  conflict: {
    changed: (shape: string, userName: string, changeText: string) => `${shape}: ${userName} ${changeText} in the meantime.`,
    yours: (done: string) => `You ${done}.`,
    somebody: 'another user',
    sameUser: 'you, in another window,',
    deleted: 'deleted it',
    different: 'changed it',
    moved: 'moved or resized it',
    labelled: (label: string) => `gave it the label ${label}`,
    renamed: (name: string) => `named it ${name}`,
    described: 'changed its meta data',
    attributed: 'changed its attributes',
    and: ' and ',
    show: 'Show',
  },
  keepMine: 'Keep mine',
  useTheirs: 'Use theirs',
  retry: 'Retry',
  discard: 'Discard',
  openImage: 'Open the image',
  openGroup: 'Open the group',
  you: 'You',
  objectRefused: 'Unable to create element (probably small object?).',
  createRefused: (detail: string) => `Not created: ${toPlainReason(detail)}`,
  updateRefused: (detail: string) => `Not changed: ${toPlainReason(detail)}`,
  deleteRefused: (detail: string) => `Not deleted: ${toPlainReason(detail)}`,
  callRefused: (title: string, detail: string) => `${title}: ${toPlainReason(detail)}`,
  beforeLogout: (count: number) =>
    `${formatCount(count, 'change is', 'changes are')} not saved yet. They stay in this browser and are sent when you sign in again.`,
} as const;

/** Titles of rejected changes. */
export const refusedMessages = {
  label: {
    added: (label: string, object?: string) => `Label ${label}${formatObject(object)} was not added`,
    removed: (label: string, object?: string) => `Label ${label}${formatObject(object)} was not removed`,
    changed: (label: string, object?: string) => `The value of ${label}${formatObject(object)} was not changed`,
  },
  flag: {
    real: (real: boolean) => `The background was not changed to ${real ? 'REAL' : 'PRODUCT'}`,
    test: (test: boolean) => `The image was not changed to ${test ? 'TEST' : 'TRAIN'}`,
  },
  metaData: 'The meta data of the image was not changed',
  verify: 'The image was not verified',
  verifyGroup: 'The group was not verified',
  unverifyGroup: 'Your verification of the group was not removed',
  unverify: (username: string) => `The verification by ${username} was not removed`,
  addToJob: (job: string) => `The image was not added to ${job}`,
  objectGroup: {
    joined: (group: string) => `The object was not added to the group ${group}`,
    left: (group: string) => `The object was not removed from the group ${group}`,
  },
  imageGroup: {
    joined: (group: string) => `The image was not added to the group ${group}`,
    left: (group: string) => `The image was not removed from the group ${group}`,
  },
  removeFromJob: (job: string) => `The image was not removed from ${job}`,
  markDone: (job: string) => `The item was not marked as done in ${job}`,
  unmarkDone: (job: string) => `The item is still marked as done in ${job}`,
  aJob: 'a job',
  suspect: {
    accepted: 'The suggestion was not accepted',
    dismissed: 'The suggestion was not dismissed',
    open: 'The suggestion was not reopened',
  },
} as const;
