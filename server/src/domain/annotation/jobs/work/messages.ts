/** Error messages about independent work for API clients. */
export const messages = {
  itemAlreadyStarted: 'cannot change, because a user has started an item. Create another job instead',
  hasGold: 'cannot change, because the job has gold items. Turn them off first',
  notOpened:
    'contains an image that you have not opened. The users of this job work independently: reload the job and annotate the image there',
} as const;
