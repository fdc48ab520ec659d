/** Text of the bar that goes to the next and previous image of a list. */
export const listNavigationMessages = {
  title: 'List of images',
  back: 'Images',
  next: 'Next image',
  previous: 'Previous image',
  position: 'Position in the list',
  positionOf: (number: number, total: number) => `${number.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  notInList: (total: number) => `${total.toLocaleString('en')} in the list`,
  keepView: 'Keep zoom and position between images',
} as const;
