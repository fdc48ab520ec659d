import { SHAPE_KINDS, SHAPE_NAMES, toShapeTitle } from '@console/shared-contract/shape-kinds';
import type {
  Import,
  ImportClass,
  ImportFormat,
  ImportOutcome,
  ImportOutlines,
  ImportPlan,
  ImportResult,
  ImportState,
} from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/format';

const formats: Readonly<Record<ImportFormat, string>> = {
  console: "The console's own (JSON Lines)",
  coco: 'COCO (JSON)',
  yolo: 'YOLO (Ultralytics)',
  voc: 'Pascal VOC (XML)',
  csv: 'CSV (labels and values)',
  folders: 'Images in folders by label',
  cvat: 'CVAT for images or video (XML)',
  datumaro: 'Datumaro (JSON)',
  labelbox: 'Labelbox (NDJSON)',
  dota: 'DOTA (rotated boxes)',
  labelstudio: 'Label Studio (JSON)',
  labelme: 'labelme (JSON)',
  via: 'VGG Image Annotator (JSON, CSV)',
  pictures: 'Images alone',
};

const domainNames: Readonly<Record<ImportClass['of'], string>> = {
  recognition: 'labels of images',
  detection: 'boxes and skeletons',
  segmentation: 'polygons and masks',
};

const states: Readonly<Record<ImportState, string>> = {
  collecting: 'Waiting for files',
  reading: 'Reading',
  planned: 'Waiting for your choices',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
};

const outcomes: Readonly<Record<ImportOutcome, string>> = {
  new: 'New',
  here: 'Already here',
  missing: 'Image missing',
  unreadable: 'Unreadable',
  added: 'Added',
  failed: 'Failed',
};

const outlines: Readonly<Record<ImportOutlines, string>> = {
  polygons: 'Polygons and masks',
  boxes: 'The boxes around them',
  both: 'Polygons and masks, and the boxes around them',
};

/** Formats seconds: 95 as `2 min`, 40 as `40 s`. */
const formatDuration = (seconds: number): string =>
  seconds < 90
    ? `${Math.ceil(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`;

export const importMessages = {
  title: 'Import',
  formats,
  states,
  outcomes,
  choose: {
    supportedFormats:
      'Files of COCO, YOLO, Pascal VOC, CSV, CVAT, Label Studio, Labelbox, labelme or VGG Image Annotator, images in folders by label, the console’s own lines; with the images, or for images in this workspace. You can also choose a zip or tar archive.',
    drop: 'Drop files, a folder or an archive here, or on the list of images.',
    files: 'Choose files',
    folder: 'Choose a folder',
    place: 'Or a location on the server',
    path: 'Path in the location',
    importFromServer: 'Import from the server',
    failed: 'Unable to start the import!',
    empty: 'There are no files to import.',
  },
  list: {
    label: 'Imports',
    none: 'Nothing has been imported yet.',
    failed: 'The imports could not be loaded.',
    columns: { name: 'Name', started: 'Started' },
    restarted: 'Reading again from the start',
    details: (state: string, pictures: number | null) =>
      pictures === null ? state : `${state}, ${formatCount(pictures, 'image', 'images')}`,
    open: 'Open',
    forget: 'Remove',
    forgetFailed: 'Unable to remove the import!',
    forgetTitle: (name: string) => `Remove ${name}?`,
    forgetText: 'The import is removed from this list and can no longer be undone. Imported data is kept.',
    noCreator: '-',
  },
  notFound: 'This import has been deleted.',
  loadFailed: 'The import could not be loaded.',
  sending: {
    label: 'Sending the files',
    progress: (sentSize: string, total: string, files: number) =>
      `${sentSize} of ${total} in ${formatCount(files, 'file', 'files')}`,
    waiting: 'No connection. Sending resumes when you are back online.',
    stop: 'Stop sending',
    beforeLogout: 'Files of an import are still being sent. To resume later, you will have to choose them again.',
    failed: 'The files could not be sent.',
    chooseAgain: 'Choose the same files again. Files that have already been sent are not sent twice.',
    missing: 'Some files have not been sent.',
  },
  reading: 'Reading the files',
  running: 'Importing',
  undoing: 'Undoing the import',
  readingRestarted: 'Reading was interrupted, for example by a server restart. It has started again.',
  starting: 'Starting soon.',
  progress: ({ done, total, per_second, seconds_left }: NonNullable<Import['work']>): string =>
    [
      total === null ? done.toLocaleString('en') : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
      ...(per_second === null ? [] : [`${per_second < 10 ? per_second.toFixed(1) : Math.round(per_second)} a second`]),
      ...(seconds_left === null ? [] : [`${formatDuration(seconds_left)} left`]),
    ].join(', '),
  speed: (perSecond: string, secondsLeft: number) => `${perSecond} a second, ${formatDuration(secondsLeft)} left`,
  cancel: 'Cancel',
  cancelFailed: 'Unable to cancel!',
  plan: {
    intro: 'This is what would happen. Nothing has been changed yet.',
    introResumed: 'This was the plan. The import resumes with the remaining images and the same labels and tasks.',
    format: 'Read as',
    outlines: 'Outlines become',
    outlinesChoices: outlines,
    pictures: 'Images',
    shapes: 'Annotations',
    counts: { new: 'New', here: 'Already here', unreadable: 'Unreadable', missing: 'Annotated, but missing' },
    shapeCounts: {
      labels: 'Labels of images',
      same: 'Already here',
      outside: 'Outside their image',
    },
    outside: 'Shapes outside their image',
    outsideChoices: { clamp: 'Crop to the image', skip: 'Skip them' },
    groups: 'Groups',
    jobs: 'Jobs',
    products: 'Products',
    entityCounts: { new: 'New', here: 'Already here' },
    declared: 'Declared by the files',
    declaredAbout:
      'The files declare who created, annotated or verified images and shapes, and when. This is stored as declared, shown in the history of an image, and never counts as work of a user.',
    declaredCounts: { images: 'Images', shapes: 'Shapes' },
    adopt: (count: number) =>
      `Verify in my name what the files declare as verified, and mark as done what they declare as done (${formatCount(count, 'image or group', 'images and groups')})`,
    labels: 'Labels',
    columns: { name: 'In the files', label: 'Becomes' },
    formatUsage: (kind: string, count: number) => `${kind}, ${formatCount(count, 'time', 'times')}`,
    formatPickerLabel: (name: string) => `${name} becomes`,
    create: (name: string) => `New label: ${name}`,
    leaveOut: 'Skip',
    labelsFailed: 'The labels of the workspace could not be loaded.',
    withoutTask: (count: number) =>
      `${formatCount(count, 'label is', 'labels are')} in no task, so nobody can annotate with them yet.`,
    withoutService: (domains: readonly ImportClass['of'][]) =>
      `The workspace does not have the ${domains.length === 1 ? 'service' : 'services'} for ${domains.map((domain) => domainNames[domain]).join(' and ')}. The import skips them.`,
    task: { recognition: 'Task for labels of images', detection: 'Task for boxes', segmentation: 'Task for polygons and masks' },
    noTask: 'No task',
    newTask: (name: string) => `New task: ${name}`,
    warnings: 'Skipped or converted',
    note: (reason: string, count: number) => `${reason} (${count.toLocaleString('en')})`,
    nothing: 'There is nothing to import in these files.',
    run: 'Import',
    runFailed: 'Unable to start the import!',
    planFailed: 'Unable to read the files again!',
    resume: 'Resume',
  },
  result: {
    done: 'The import is done.',
    cancelled: 'The import was cancelled. Images that were already imported are kept.',
    failed: (reason: string | null) => `The import failed: ${reason ?? 'the reason is unknown.'}`,
    undone: 'The import was undone. Everything that it had created was deleted.',
    pictures: { added: 'Images added', here: 'Already here', failed: 'Failed' },
    shapes: {
      labels: 'Labels of images',
      same: 'Already existed',
    },
    labelsCreated: 'Labels created',
    groups_created: 'Groups created',
    jobs_created: 'Jobs created',
    products: { created: 'Products created', pictures: 'Images of products' },
    declaredAbout:
      'Declared users and dates were stored. The history of an image shows them. They never count as work of a user.',
    report: 'Download the report',
    reportFailed: 'Unable to download the report!',
    undo: 'Undo the import',
    undoTitle: (name: string) => `Undo ${name}?`,
    undoText: 'Images, shapes, labels, groups, jobs and products created by this import are deleted.',
    undoFailed: 'Unable to undo the import!',
    editedImages: (count: number) =>
      `${formatCount(count, 'of its images was', 'of its images were')} edited afterwards, so it cannot be undone.`,
  },
  items: {
    show: 'Show images that are',
    none: 'None.',
    failed: 'The images could not be loaded.',
    columns: { path: 'File' },
  },
} as const;

/**
 * Returns the numbers of imported shapes with the names of their kinds. Omits kinds without shapes, except boxes and the other kinds of the
 * first release.
 */
export const listShapeCounts = (counts: ImportPlan['shapes'] | ImportResult['shapes']) =>
  SHAPE_NAMES.flatMap((name) => {
    const { importedPlural, isOriginal } = SHAPE_KINDS[name];
    const count = counts[importedPlural] ?? 0;
    return count > 0 || isOriginal ? [[toShapeTitle(name), count] as const] : [];
  });
