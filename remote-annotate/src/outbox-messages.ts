import { plural } from './plural';

const on = (object: string | undefined) => (object === undefined ? '' : ` on ${object}`);

/** Sentences of what waits to be sent, was refused, or somebody else has changed. */
export const outboxMessages = {
  outbox: {
    checking: 'Checking',
    saved: 'Saved',
    saving: 'Saving',
    waiting: {
      offline: (count: number) => `${count.toLocaleString('en')} waiting: no connection`,
      server: (count: number) => `${count.toLocaleString('en')} waiting: the server does not answer`,
      space: (count: number) => `${count.toLocaleString('en')} waiting: The server is out of space. Nothing of yours is lost.`,
      session: (count: number) => `${count.toLocaleString('en')} waiting: sign in to save`,
    },
    attention: (count: number) => `${plural(count, 'change needs', 'changes need')} your decision`,
    notDurable: 'This browser cannot keep unsent changes. Do not close this tab before they are saved.',
    changedByOther: 'Somebody else has changed this in the meantime.',
    changedBy: (who: string) => `${who} has changed this in the meantime.`,
    changedElsewhere: 'You have changed this in another window in the meantime.',
    deletedByOther: 'Somebody else has deleted this in the meantime.',
    /** A conflict: what, who, and what each has done. */
    conflict: {
      changed: (shape: string, who: string, done: string) => `${shape}: ${who} ${done} in the meantime.`,
      yours: (done: string) => `You ${done}.`,
      somebody: 'somebody else',
      elsewhere: 'you, in another window,',
      deleted: 'deleted it',
      different: 'changed it',
      moved: 'moved or resized it',
      labelled: (label: string) => `gave it the label ${label}`,
      named: (name: string) => `named it ${name}`,
      described: 'changed its meta data',
      and: ' and ',
      show: 'Show it',
    },
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    retry: 'Retry',
    discard: 'Discard',
    openPicture: 'Open the picture',
    objectRefused: 'Unable to create element (probably small object?).',
    createRefused: (detail: string) => `Not created: ${detail}`,
    updateRefused: (detail: string) => `Not changed: ${detail}`,
    deleteRefused: (detail: string) => `Not deleted: ${detail}`,
    callRefused: (title: string, detail: string) => `${title}: ${detail}`,
    beforeLogout: (count: number) =>
      `${plural(count, 'change is', 'changes are')} not saved yet. They are kept in this browser and sent when you sign in again.`,
  },
  refused: {
    label: {
      added: (label: string, object?: string) => `Label ${label}${on(object)} was not added`,
      removed: (label: string, object?: string) => `Label ${label}${on(object)} was not removed`,
      changed: (label: string, object?: string) => `The value of ${label}${on(object)} was not changed`,
    },
    flag: {
      real: (real: boolean) => `The background was not changed to ${real ? 'REAL' : 'PRODUCT'}`,
      test: (test: boolean) => `The image was not changed to ${test ? 'TEST' : 'TRAIN'}`,
    },
    metaData: 'The meta data of the image were not changed',
    verify: 'The image was not verified',
    verifyGroup: 'The group was not verified',
    unverifyGroup: 'Your verification of the group was not removed',
    unverify: (username: string) => `The verification by ${username} was not removed`,
    addToJob: (job: string) => `The image was not added to ${job}`,
    objectGroup: {
      joined: (group: string) => `The object was not added to the group ${group}`,
      left: (group: string) => `The object was not taken out of the group ${group}`,
    },
    imageGroup: {
      joined: (group: string) => `The image was not added to the group ${group}`,
      left: (group: string) => `The image was not taken out of the group ${group}`,
    },
    removeFromJob: (job: string) => `The image was not removed from ${job}`,
    markDone: (job: string) => `The item was not marked as done in ${job}`,
    unmarkDone: (job: string) => `The item is still marked as done in ${job}`,
    aJob: 'a job',
    suspect: {
      accepted: 'That you agree with the model was not kept',
      dismissed: 'That you disagree with the model was not kept',
      open: 'What the model says was not opened again',
    },
  },
} as const;
