/** Messages of the agreement between users. */
export const agreementMessages = {
  adjudicate: 'Adjudicate',
  furtherPeople: (items: number, requested: number, askedItems: number, possibleCount: number) =>
    `${(items - askedItems).toLocaleString('en')} of ${items.toLocaleString('en')} items needed no additional annotator: ${requested.toLocaleString('en')} additional annotations instead of ${possibleCount.toLocaleString('en')}.`,
  none: 'Nothing to compare yet: no item was done by two annotators.',
  singleUser:
    'Each item of this job is done by one annotator, so there is nothing to compare. To compare work, edit the job and set “Annotators per item” to 2 or more.',
  reviewNote: 'The second annotator sees the work of the first, so the agreement is higher than for independent work.',
  comparisonRule:
    'Labels and attributes agree if they are equal. Shapes with the same label match from a similarity of 0.5: the IoU of boxes with their rotation, the IoU of the pixels of polygons and masks, the OKS of skeletons, and the distance of points with the same name.',
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
  byLabel: 'By label',
  labelsFile: 'labels',
  label: 'Label',
  labelKind: 'Label of',
  labelOf: { shapes: 'Shapes', images: 'Images' },
  labelStatistics: { alpha: 'Alpha', valueAlpha: 'Alpha of values', f1: 'F1 of shapes', similarity: 'Similarity of matches' },
  labelRule:
    'Alpha compares the label with all others, over all annotators. Its units are objects that at least two annotators have drawn, or images; n counts those that at least one annotator gave the label. Alpha of values is Krippendorff’s alpha for interval data, of the values that annotators gave to the same image. F1 and similarity are over all pairs of annotators. Comparisons from earlier releases count only for alpha.',
  allAnnotators: 'All annotators',
  objectValues: 'Values of labels on objects',
  objectValuesFile: 'values on objects',
  objectValuesRule:
    'Krippendorff’s alpha for interval data (2011), of the values that annotators gave to the same object. Objects are the same if their shapes match regardless of their labels. Work that was compared by an earlier release is not included.',
  shapeAlphaOfAll: 'Alpha of all, shape labels',
  imageAlphaOfAll: 'Alpha of all, image labels',
  alphaWithCount: (alpha: number | null, n: number) => `${alpha?.toFixed(2) ?? 'none'} (n = ${n.toLocaleString('en')})`,
  labelMatches: 'Confused labels',
  labelMatchesFile: 'confused labels',
  labelByLabel: 'Label \\ other label',
  labelMatchesRule:
    'The number of objects that one annotator gave the label of the row, and another the label of the column. No annotator is the reference, so both halves are equal. The most confused label is first. Select a cell to see its items. Use the arrow keys to move.',
  mostConfused: (shownCount: number, total: number) =>
    `The ${shownCount} of ${total.toLocaleString('en')} labels with the most confusions.`,
  labelMatchCell: (row: string, column: string, count: number) => `${row} and ${column}: ${count.toLocaleString('en')}`,
  labelMatchTitle: (first: string, second: string) => (first === second ? `Both: ${first}` : `${first} or ${second}`),
  noLabelMatches: 'No items. The work has changed since the report was loaded.',
  theirLabels: 'Their labels',
  objects: 'Objects',
  noValue: 'none',
  count: (n: number) => `n = ${n.toLocaleString('en')}`,
  statisticsRule:
    'F1 = 2 × matching shapes / shapes of both annotators. Similarity: mean IoU or OKS of matching shapes. Alpha: Krippendorff’s alpha for nominal data (2011): 1 is perfect agreement, 0 agreement by chance, and there is none if all values are equal. It compares the labels of shapes that match regardless of their labels, and the sets of labels of images. n counts shapes, matches or images. Items that an earlier release has compared only count for F1 and alpha of image labels.',
  first: 'First',
  second: 'Second',
  disagreements: 'Items with disagreement',
  noDisagreements: (comparedCount: number) =>
    comparedCount === 1
      ? 'The compared item is identical.'
      : `All ${comparedCount.toLocaleString('en')} compared items are identical.`,
  truncated: (count: number) => `The table lists the ${count.toLocaleString('en')} items with the least agreement.`,
  item: 'Item',
  users: 'Annotators',
  same: { labels: 'Same labels', shapes: 'Same shapes', attributes: 'Same attributes' },
  counts: (sameCount: number, totalCount: number) =>
    totalCount === 0 ? 'none' : `${sameCount.toLocaleString('en')} of ${totalCount.toLocaleString('en')}`,
  image: 'Image',
  fileName: 'File name',
  difference: 'Difference',
  concerned: 'Labels that differ',
  percent: (ratio: number) => `${Math.round(100 * ratio)} %`,
  differenceRule:
    'Difference = 1 − (labels + shapes + attributes in common) / (labels + shapes + attributes that at least one of both annotators has). The list starts with the largest difference.',
  share: (sameCount: number, totalCount: number) =>
    totalCount === 0
      ? 'none'
      : `${sameCount.toLocaleString('en')} of ${totalCount.toLocaleString('en')} (${Math.round((100 * sameCount) / totalCount)} %)`,
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
  group: 'Group',
  members: 'Members in common',
  memberAlpha: 'Alpha, members',
  memberF1: 'F1 of members',
  isOpen: 'Decision',
  decision: (isOpen: boolean) => (isOpen ? 'Waits' : 'Decided or in progress'),
  groupRule:
    'Difference = 1 − members that both annotators kept / members that at least one of them kept. F1 = 2 × common members / members of both annotators. Alpha: Krippendorff’s alpha for nominal data (2011) of whether an annotator kept or removed a member; n counts members.',
  deletedLabel: 'Deleted label',
  snapshotsDeleted: 'The work on this item is no longer stored.',
} as const;

/** Messages of the remarks of reviewers on a job. */
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
