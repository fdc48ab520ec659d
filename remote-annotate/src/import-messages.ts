import type { Import, ImportFormat, ImportOutcome, ImportOutlines, ImportState } from '@console/shared-contract/api';
import { plural } from './plural';

const formats: Readonly<Record<ImportFormat, string>> = {
  console: "The console's own (JSON Lines)",
  coco: 'COCO (JSON)',
  yolo: 'YOLO (Ultralytics)',
  voc: 'Pascal VOC (XML)',
  csv: 'CSV (labels and values)',
  folders: 'Pictures in folders by label',
  cvat: 'CVAT for images (XML)',
  labelstudio: 'Label Studio (JSON)',
  pictures: 'Pictures alone',
};

const states: Readonly<Record<ImportState, string>> = {
  collecting: 'Waits for files',
  reading: 'Being read',
  planned: 'Waits for your choices',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Being undone',
  undone: 'Undone',
};

const outcomes: Readonly<Record<ImportOutcome, string>> = {
  new: 'New',
  here: 'Already here',
  missing: 'Picture missing',
  unreadable: 'Unreadable',
  added: 'Added',
  failed: 'Failed',
};

const outlines: Readonly<Record<ImportOutlines, string>> = {
  polygons: 'Polygons',
  boxes: 'The boxes around them',
  both: 'Polygons and the boxes around them',
};

/** 95 as `2 min`, 40 as `40 s`. */
const duration = (seconds: number): string =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`;

/** Sentences of imports. */
export const importMessages = {
  title: 'Import',
  formats,
  states,
  outcomes,
  choose: {
    about:
      'Files of COCO, YOLO, Pascal VOC, CSV, CVAT or Label Studio, pictures in folders by label, the console’s own lines; with the pictures, or for those that are here. A zip or tar is taken as it is.',
    drop: 'Drop files, a folder or an archive here, or on the list of images.',
    files: 'Choose files',
    folder: 'Choose a folder',
    place: 'Or a place on the server',
    path: 'Path in it',
    fromPlace: 'Read from there',
    failed: 'Unable to begin the import!',
    empty: 'There are no files in it.',
  },
  list: {
    label: 'Imports',
    none: 'Nothing has been imported yet.',
    failed: 'The imports could not be loaded.',
    columns: { name: 'Name', begun: 'Begun' },
    readAnew: 'Being read, from the beginning again',
    about: (state: string, pictures: number | null) =>
      pictures === null ? state : `${state}, ${plural(pictures, 'picture', 'pictures')}`,
    open: 'Open',
    forget: 'Forget',
    forgetFailed: 'Unable to forget the import!',
    forgetTitle: (name: string) => `Forget ${name}?`,
    forgetText: 'It leaves this list and cannot be undone any more. What it has made stays.',
    nobody: '-',
  },
  notFound: 'There is no such import any more.',
  loadFailed: 'The import could not be loaded.',
  sending: {
    label: 'Sending the files',
    progress: (sent: string, total: string, files: number) => `${sent} of ${total} in ${plural(files, 'file', 'files')}`,
    waiting: 'No connection. It goes on by itself when there is one.',
    stop: 'Stop sending',
    beforeLogout: 'Files of an import are still being sent. They must be chosen again to go on.',
    failed: 'The files could not be sent.',
    again: 'Choose the same files again: what has come already is not sent twice.',
    missing: 'Not all files have come.',
  },
  reading: 'Reading the files',
  running: 'Importing',
  undoing: 'Undoing the import',
  begunAnew: 'The reading was cut off, as by a restart of the server: it began anew.',
  starting: 'It begins in a moment.',
  progress: ({ done, total, per_second, seconds_left }: NonNullable<Import['work']>): string =>
    [
      total === null ? done.toLocaleString('en') : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
      ...(per_second === null ? [] : [`${per_second < 10 ? per_second.toFixed(1) : Math.round(per_second)} a second`]),
      ...(seconds_left === null ? [] : [`${duration(seconds_left)} left`]),
    ].join(', '),
  speed: (perSecond: string, left: number) => `${perSecond} a second, ${duration(left)} left`,
  cancel: 'Cancel',
  cancelFailed: 'Unable to cancel!',
  plan: {
    about: 'This is what would happen. Nothing has been changed yet.',
    aboutBegun: 'This was planned. It goes on with the pictures that are left, with the same labels and tasks.',
    format: 'Read as',
    outlines: 'Outlines become',
    outlinesChoices: outlines,
    pictures: 'Pictures',
    shapes: 'Annotations',
    counts: { new: 'New', here: 'Already here', unreadable: 'Unreadable', missing: 'Annotated, but missing' },
    shapeCounts: {
      boxes: 'Boxes',
      polygons: 'Polygons',
      points: 'Points',
      labels: 'Labels of images',
      outside: 'Leave their picture',
    },
    outside: 'Shapes that leave their picture',
    outsideChoices: { clamp: 'Cut at its border', skip: 'Leave them out' },
    groups: 'Groups',
    jobs: 'Jobs',
    products: 'Products',
    placeCounts: { new: 'New', here: 'Already here' },
    labels: 'Labels',
    columns: { name: 'In the files', label: 'Becomes' },
    howOften: (kind: string, count: number) => `${kind}, ${plural(count, 'time', 'times')}`,
    labelOf: (name: string) => `${name} becomes`,
    create: (name: string) => `New label: ${name}`,
    leaveOut: 'Leave out',
    labelsFailed: 'The labels of the workspace could not be loaded.',
    withoutTask: (count: number) =>
      `${plural(count, 'label is', 'labels are')} in no task, so nobody can annotate with them yet.`,
    task: { recognition: 'Task for labels of images', detection: 'Task for boxes', segmentation: 'Task for polygons' },
    noTask: 'No task',
    newTask: (name: string) => `New task: ${name}`,
    warnings: 'Left out, or taken in another way',
    note: (reason: string, count: number) => `${reason} (${count.toLocaleString('en')})`,
    nothing: 'There is nothing to import in these files.',
    run: 'Import',
    runFailed: 'Unable to start the import!',
    planFailed: 'Unable to read the files again!',
    goOn: 'Go on',
  },
  result: {
    done: 'The import is done.',
    cancelled: 'The import was cancelled. What is in stays in.',
    failed: (reason: string | null) => `The import failed: ${reason ?? 'no reason is known.'}`,
    undone: 'The import was undone: all that it had made is out again.',
    pictures: { added: 'Pictures added', here: 'Already here', failed: 'Failed' },
    shapes: { boxes: 'Boxes', polygons: 'Polygons', points: 'Points', labels: 'Labels of images', same: 'Were there already' },
    labelsCreated: 'Labels created',
    groups_created: 'Groups created',
    jobs_created: 'Jobs created',
    products: { created: 'Products created', pictures: 'Pictures of products' },
    notes: 'Left out or changed',
    report: 'Download the report',
    reportFailed: 'Unable to download the report!',
    undo: 'Undo the import',
    undoTitle: (name: string) => `Undo ${name}?`,
    undoText: 'Pictures, shapes, labels, groups, jobs and products that it has made are deleted.',
    undoFailed: 'Unable to undo the import!',
    workedOn: (count: number) =>
      `Somebody has worked on ${plural(count, 'of its pictures', 'of its pictures')} since, so it cannot be undone.`,
  },
  items: {
    show: 'Show pictures that are',
    none: 'None.',
    failed: 'The pictures could not be loaded.',
    columns: { path: 'File' },
  },
} as const;
