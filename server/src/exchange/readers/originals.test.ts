import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseImport, readFolderFiles } from '../../testing/api/parse-import';

/** Original files of other tools, if they exist next to the project. Their SOURCE.md names tools and licenses. */
const ORIGINALS_FOLDER = join(process.cwd(), '..', 'shared', 'data', 'formats');

/** Numbers of images, missing images, unreadable files, boxes, polygons and labels. */
type Counts = [images: number, missing: number, unreadable: number, boxes: number, polygons: number, labels: number];
type Notes = Record<string, number>;

const EXPECTED_RESULTS: [folder: string, format: string, counts: Counts, notes: Notes, fields: Notes][] = [
  ['dm_coco_captions', 'coco', [2, 0, 0, 0, 0, 0], { 'Captions of images (not supported)': 3 }, { licenses: 2, license: 2 }],
  ['dm_coco_image_info', 'coco', [2, 0, 0, 0, 0, 0], {}, { licenses: 2, license: 2 }],
  ['dm_coco_instances', 'coco', [2, 0, 0, 1, 1, 0], {}, { licenses: 2, license: 2 }],
  ['dm_coco_labels', 'coco', [2, 0, 0, 0, 0, 0], { 'Annotations without a box or an outline': 3 }, { licenses: 2, license: 2 }],
  [
    'dm_coco_panoptic',
    'coco',
    [2, 0, 0, 0, 0, 0],
    {
      'Panoptic segmentation (not supported)': 2,
      'Masks and visualizations in panoptic_train: not imported as images': 1,
      'Masks and visualizations in panoptic_val: not imported as images': 1,
    },
    { isthing: 4, licenses: 2, license: 2 },
  ],
  ['dm_coco_person_keypoints', 'coco', [2, 0, 0, 1, 1, 0], {}, { licenses: 2, license: 2 }],
  ['dm_coco_stuff', 'coco', [2, 0, 0, 0, 0, 0], {}, { licenses: 2, license: 2 }],
  [
    'dm_for_images',
    'cvat',
    [2, 0, 0, 1, 0, 0],
    {
      'Lines (not supported)': 1,
      'Shapes without a label': 1,
      'Keypoints of objects (not supported)': 1,
    },
    { z_order: 2 },
  ],
  [
    'dm_for_video',
    'cvat',
    [2, 0, 0, 1, 0, 0],
    {
      'Keypoints of objects (not supported)': 1,
      'Lines (not supported)': 1,
      'Shapes of video frames whose images are not in the files: not imported': 1,
      // The skeletons of this file are larger than its images.
      'Shapes outside the image': 2,
    },
    {},
  ],
  ['dm_imagenet_dataset', 'folders', [3, 0, 0, 0, 0, 3], {}, {}],
  [
    'dm_labelme_dataset',
    'voc',
    [1, 0, 0, 3, 4, 0],
    {
      'Masks and visualizations in Masks: not imported as images': 2,
      'Masks and visualizations in Scribbles: not imported as images': 2,
      'Masks in LabelMe files: only their boxes are imported': 2,
    },
    { source: 1 },
  ],
  [
    'dm_voc_dataset1',
    'voc',
    [2, 0, 0, 2, 0, 0],
    {
      'Files that this format does not use: .txt': 26,
      'Parts of objects (not supported)': 1,
    },
    { actions: 1 },
  ],
  ['dm_voc_dataset2', 'voc', [0, 5, 0, 4, 0, 0], { 'Files that this format does not use: .txt': 25 }, { source: 5 }],
  ['dm_voc_dataset3', 'voc', [1, 0, 0, 1, 0, 0], { 'Masks that are not among the files': 1 }, {}],
  [
    'dm_yolo',
    'yolo',
    [1, 0, 0, 2, 0, 0],
    { 'Files that are neither images nor annotations: .data': 1, 'Text files without annotations': 1 },
    {},
  ],
  ['dm_yolov8_classification', 'folders', [3, 0, 0, 0, 0, 3], {}, {}],
  ['dm_yolov8_detection', 'yolo', [1, 0, 0, 2, 0, 0], {}, {}],
  ['dm_yolov8_detection_with_list_of_imgs', 'yolo', [1, 0, 0, 2, 0, 0], {}, {}],
  ['dm_yolov8_detection_with_list_of_names', 'yolo', [1, 0, 0, 2, 0, 0], {}, {}],
  ['dm_yolov8_detection_with_subset_txt', 'yolo', [1, 0, 0, 2, 0, 0], { 'Text files without annotations': 1 }, {}],
  ['dm_yolov8_oriented_boxes', 'yolo', [1, 0, 0, 2, 0, 0], { 'Oriented boxes: imported with their angle': 2 }, {}],
  ['dm_yolov8_pose', 'yolo', [1, 0, 0, 1, 0, 0], {}, {}],
  ['dm_yolov8_pose_two_values_per_point', 'yolo', [1, 0, 0, 1, 0, 0], {}, {}],
  ['dm_yolov8_segmentation', 'yolo', [1, 0, 0, 0, 2, 0], {}, {}],
  [
    'labelstudio/test_export_csv',
    'labelstudio',
    [0, 2, 0, 3, 0, 0],
    {
      'Images of URLs: found by the file name': 2,
      'Predictions of models (not imported)': 2,
      'Tasks without an image': 2,
      'Files that this format does not use: .csv': 1,
    },
    { agreement: 2, 'data.text': 2, 'data.audio': 2, last_action: 2, score: 2 },
  ],
  [
    'labelstudio/test_export_json_min',
    'labelstudio',
    [0, 1, 0, 0, 1, 0],
    { 'Tasks without data': 2, 'Tasks with several images (not supported)': 1, 'Files that this format does not use: .xml': 1 },
    { draft_created_at: 1 },
  ],
  [
    'labelstudio/test_export_yolo',
    'labelstudio',
    [0, 4, 0, 29, 1, 0],
    {
      'Rotated boxes: imported with their angle': 25,
      'Files that this format does not use: .xml': 3,
      'Annotations by more than one annotator: only the last one with results is imported': 1,
    },
    { draft_created_at: 3 },
  ],
];

/** The first lines about users and dates that the reader finds in each folder of original files. */
const EXPECTED_FACTS: [folder: string, facts: string[]][] = [
  [
    'dm_for_video',
    [
      'images/frame_000010.png: created max 2020-04-23T08:57:24.614Z - v1',
      'images/frame_000010.png: changed - 2020-04-23T09:04:48.168Z - v1',
    ],
  ],
  [
    'dm_labelme_dataset',
    ['img1.png polygon: annotated admin 2012-05-25T00:09:48.000Z', 'img1.png box: annotated brussell 2014-07-27T02:58:50.000Z'],
  ],
  ['labelstudio/test_export_csv', ['0030019819f25b28.jpg: annotated hakan@heartex.com 2022-10-31T21:19:19.131Z - - 7.662']],
];

const itWithOriginals = existsSync(ORIGINALS_FOLDER) ? it : it.skip;
itWithOriginals.each(EXPECTED_RESULTS)('reads %s as %s', async (folder, format, counts, notes, fields) => {
  const parsedImport = await parseImport(await readFolderFiles(join(ORIGINALS_FOLDER, folder)));
  const fieldNotes = Object.fromEntries(
    Object.entries(fields).map(([name, count]) => [`Fields that are not imported: ${name}`, count]),
  );
  expect(parsedImport.format).toBe(format);
  expect([
    ...[parsedImport.images.length, parsedImport.missing.length, Object.keys(parsedImport.unreadable).length],
    ...[parsedImport.boxes.length, parsedImport.polygons.length, parsedImport.labels.length],
  ]).toEqual(counts);
  expect(parsedImport.notes).toEqual({ ...notes, ...fieldNotes });
});

/** Masks of originals: the image, the class, the box, and the runs in it. */
const EXPECTED_MASKS: [folder: string, masks: string[]][] = [
  ['dm_coco_instances', ['images/val/b.jpg: b 0 0 2 10 : 0 20']],
  ['dm_coco_stuff', ['images/train/a.jpg: a 2 0 7 5 : 0 10 5 10', 'images/val/b.jpg: b 0 0 2 10 : 0 20']],
  ['dm_voc_dataset1', ['JPEGImages/2007_000001.jpg: bicycle 0 0 20 10 : 0 200']],
];
itWithOriginals.each(EXPECTED_MASKS)('reads masks of %s', async (folder, expected) => {
  expect((await parseImport(await readFolderFiles(join(ORIGINALS_FOLDER, folder)))).masks).toEqual(expected);
});

itWithOriginals.each(EXPECTED_FACTS)('reads declared facts of %s', async (folder, facts) => {
  const { declaredFacts: actualFacts } = await parseImport(await readFolderFiles(join(ORIGINALS_FOLDER, folder)));
  expect(actualFacts.slice(0, facts.length)).toEqual(facts);
});
