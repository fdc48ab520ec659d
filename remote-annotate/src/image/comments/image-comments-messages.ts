import { formatCount } from '@console/shared-ui/format';

/** Text of the comments on the image screen. */
export const imageCommentsMessages = {
  title: 'Comments',
  open: 'Comments',
  place: 'Comment on a place',
  close: 'Close the comments',
  pickPosition: 'Click the location on the image, or move the mark with the arrow keys and press Enter.',
  entireImage: 'Use the entire image',
  cancel: 'Cancel',
  pin: (number: number, text: string) => `Comment ${number}: ${text}`,
  shapePin: (count: number, shape: string) => `${formatCount(count, 'comment', 'comments')} on ${shape}`,
  aboutImage: 'About the entire image',
  aboutItem: 'About this item of the job',
  aboutShape: (name: string) => `About ${name}`,
  aboutPlace: 'About a place on the image',
  atPlace: (subject: string, x: number, y: number) => `${subject} (${x}, ${y})`,
  removePlace: 'Remove the place',
  deletedShape: 'Deleted shape',
} as const;
