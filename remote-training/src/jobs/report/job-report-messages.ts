/** Messages of the agreement between users. */
export const agreementMessages = {
  none: 'Nothing to compare yet: no item was done by two annotators.',
  singleUser:
    'Each item of this job is done by one annotator, so there is nothing to compare. To compare work, edit the job and set “Annotators per item” to 2 or more.',
  reviewNote: 'The second annotator sees the work of the first, so the agreement is higher than for independent work.',
  comparisonRule:
    'Labels and attributes agree if they are equal. Shapes with the same label match from a similarity of 0.5: the IoU of boxes with their rotation, the IoU of the pixels of polygons and masks, and the OKS of skeletons. Points are not compared.',
  compared: 'Items compared',
  agreeing: 'Identical',
  labels: 'Labels in common',
  shapes: 'Shapes in common',
  attributes: 'Attributes in common',
  skeletons: 'Matching skeletons',
  meanOks: 'Mean OKS of skeletons',
  averagePrecision: 'AP at OKS 0.50 to 0.95',
  pairs: 'By pair of annotators',
  pairsFile: 'pairs of annotators',
  statistics: {
    f1: 'F1 of shapes',
    similarity: 'Similarity of matches',
    shapeAlpha: 'Alpha, shape labels',
    imageAlpha: 'Alpha, image labels',
  },
  statistic: (statistic: { value: number | null; n: number } | undefined) =>
    statistic === undefined ? 'unknown' : `${statistic.value?.toFixed(2) ?? 'none'} (n = ${statistic.n.toLocaleString('en')})`,
  statisticsRule:
    'F1 = 2 × matching shapes / shapes of both annotators. Similarity: mean IoU or OKS of matching shapes. Alpha: Krippendorff’s alpha for nominal data (2011): 1 is perfect agreement, 0 agreement by chance, and there is none if all values are equal. It compares the labels of shapes that match regardless of their labels, and the sets of labels of images. n counts shapes, matches or images. Items that an earlier release has compared only count for F1 and alpha of image labels.',
  first: 'First',
  second: 'Second',
  disagreements: 'Items with disagreement',
  noDisagreements: (compared: number) =>
    compared === 1 ? 'The compared item is identical.' : `All ${compared.toLocaleString('en')} compared items are identical.`,
  truncated: (count: number) => `The table lists the ${count.toLocaleString('en')} items with the least agreement.`,
  item: 'Item',
  image: 'Image',
  fileName: 'File name',
  difference: 'Difference',
  concerned: 'Labels that differ',
  percent: (share: number) => `${Math.round(100 * share)} %`,
  differenceRule:
    'Difference = 1 − (labels + shapes + attributes in common) / (labels + shapes + attributes that at least one of both annotators has). The list starts with the largest difference.',
  share: (same: number, all: number) =>
    all === 0 ? 'none' : `${same.toLocaleString('en')} of ${all.toLocaleString('en')} (${Math.round((100 * same) / all)} %)`,
  file: 'disagreements',
  overlay: (first: string, second: string) => `Shapes of ${first} and ${second}`,
  position: (number: number, total: number) => `${number.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  previous: 'Previous item',
  next: 'Next item',
  open: 'Open on the work page',
  backToList: 'Back to the list',
  showWorkOf: 'Show shapes of',
  imageAlt: 'The image of the item',
  labelsOf: 'Labels of the image',
  shapesOf: 'Shapes',
  noLabels: 'No labels.',
  noShapes: 'No shapes.',
  unmatched: 'Only here',
  otherAttributes: (names: readonly string[]) => `Different: ${names.join(', ')}`,
  deletedLabel: 'Deleted label',
  kinds: { object: 'Object', polygon: 'Polygon', mask: 'Mask', point: 'Point', skeleton: 'Skeleton' },
  snapshotsDeleted: 'The work on this item is no longer stored.',
} as const;

/** Messages of the remarks on a job. */
export const remarksMessages = {
  label: 'Items sent back',
  none: 'No items have been sent back.',
  noneInState: 'No remarks in this state.',
  text: 'Remark',
  state: 'State',
  states: { all: 'All remarks', open: 'With the author', answered: 'With the reviewer', closed: 'Closed' },
  author: 'Author',
  reviewer: 'Reviewer',
  created: 'Sent back',
  nobody: 'Nobody',
  open: 'Open item',
} as const;
