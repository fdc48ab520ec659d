import type { Notice, NoticeKind } from '@console/shared-contract/api';

const UNKNOWN_USER = 'A deleted user';
const UNKNOWN_KIND = 'Reload the page to see what this notice is about';

/** Returns the text of each kind of notice. The actor is the user who caused the notice. */
const titlesByKind: Record<NoticeKind, (notice: Notice) => string> = {
  mentioned: ({ actor }) => `${actor?.username ?? UNKNOWN_USER} mentioned you`,
  replied: ({ actor }) => `${actor?.username ?? UNKNOWN_USER} replied`,
  assigned: ({ actor }) => `${actor?.username ?? UNKNOWN_USER} assigned you to a job`,
  sent_back: ({ actor }) => `${actor?.username ?? UNKNOWN_USER} sent an item back to you`,
  corrected: ({ actor }) => `${actor?.username ?? UNKNOWN_USER} corrected an item that you sent back`,
  paused: ({ actor, data }) => `${actor?.username ?? UNKNOWN_USER} paused your work in ${data.name ?? 'a job'}`,
  resumed: ({ actor, data }) => `${actor?.username ?? UNKNOWN_USER} resumed your work in ${data.name ?? 'a job'}`,
  appealed: ({ actor, data }) => `${actor?.username ?? UNKNOWN_USER} appealed in ${data.name ?? 'a job'}`,
  appeal_decided: ({ data }) => (data.accepted ? 'Your appeal was accepted' : 'Your appeal was rejected'),
  job_completed: () => 'A job that you created is completed',
  import_finished: ({ data }) => (data.failed ? 'Your import failed' : 'Your import is finished'),
  training_finished: ({ data }) => (data.failed ? 'Your training run failed' : 'Your training run is finished'),
  export_finished: () => 'Your export is ready: select to download',
};

const kindNames: Record<NoticeKind, string> = {
  mentioned: 'Somebody mentions me',
  replied: 'Replies in my threads',
  assigned: 'I am assigned to a job',
  sent_back: 'An item is sent back to me',
  corrected: 'An item that I sent back is corrected',
  paused: 'My work in a job is paused',
  resumed: 'My work in a job is resumed',
  appealed: 'An annotator appeals against feedback',
  appeal_decided: 'My appeal is decided',
  job_completed: 'A job that I created is completed',
  import_finished: 'My imports finish',
  training_finished: 'My training runs finish',
  export_finished: 'My exports are ready to download',
};

/** Returns the text of a notice. A newer server can send kinds of notices that this page does not know. */
function getTitle(notice: Notice): string {
  const title: ((notice: Notice) => string) | undefined = titlesByKind[notice.kind];
  return title?.(notice) ?? UNKNOWN_KIND;
}

/** Interface text of the notices. */
export const noticeMessages = {
  title: 'Notices',
  open: (unreadCount: number) => (unreadCount === 0 ? 'Notices' : `Notices (${unreadCount.toLocaleString('en')} unread)`),
  close: 'Close',
  getTitle,
  kinds: kindNames,
  unread: 'Unread',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  markAllRead: 'Mark all as read',
  settings: 'Choose notices',
  hideSettings: 'Back to the notices',
  settingsHint: 'You get a notice when:',
  empty: 'No notices yet. They appear here when somebody mentions you, replies to you, or returns an item to you.',
  loading: 'Loading notices',
  failed: 'Unable to load the notices.',
  retry: 'Try again',
  markFailed: 'Unable to mark the notices.',
  settingsFailed: 'Unable to save the choice.',
  downloadFailed: 'Unable to download the export.',
  expired: 'This export has expired. Exports can be downloaded for one day.',
  older: (count: number) => `${count.toLocaleString('en')} older notices are not shown.`,
} as const;
