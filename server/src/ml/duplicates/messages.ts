/** Messages about duplicates that users see. */
export const messages = {
  notReady: (ready: number, total: number) =>
    `The check for TEST images that look the same as TRAIN images is not ready: ${ready} of ${total} images are prepared. The scores of this model may be too high.`,
} as const;
