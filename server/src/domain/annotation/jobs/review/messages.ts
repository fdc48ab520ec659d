/** Error messages about the review of a job for API clients. */
export const messages = {
  notDone: 'has not been marked as done, so there is nobody to send it back to',
  reviewerOnly: 'Only the reviewer who sent the item back can close the remark or send the item back again.',
  corrected:
    'contains an image whose annotations somebody has corrected since you marked it as done. Ask a reviewer to send the image back',
} as const;
