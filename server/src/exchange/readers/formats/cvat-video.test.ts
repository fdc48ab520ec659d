import { parseImport, withImages } from '../../../testing/api/parse-import';

const createBox = (frame: number, attributes: string, children = '') =>
  `<box frame="${frame}" xtl="10.00" ytl="20.00" xbr="50.00" ybr="60.00" ${attributes}>${children}</box>`;
const createTrack = (shapes: string, attributes = 'label="Fig"') => `<track id="0" ${attributes}>${shapes}</track>`;
const createVideo = (tracks: string) =>
  `<annotations><version>1.1</version><meta><task><original_size><width>100</width><height>80</height></original_size></task></meta>${tracks}</annotations>`;
const MISSING_FRAMES_NOTE = 'Shapes of video frames whose images are not in the files: not imported';

it('reads the shapes of the frames whose images are present and counts the others', async () => {
  const keyframeAttributes = 'keyframe="1" outside="0" occluded="0"';
  const boxes = [
    createBox(0, keyframeAttributes, '<attribute name="ripe">yes</attribute>'),
    createBox(1, 'keyframe="0" outside="0"'),
    createBox(2, 'keyframe="1" outside="1"'),
    createBox(3, keyframeAttributes),
  ];
  const polygon = '<polygon frame="2" keyframe="1" outside="0" points="0.00,0.00;20.00,0.00;20.00,10.00"/>';
  const points = '<points frame="2" keyframe="1" outside="0" points="7,9"/>';
  const parsedImport = await parseImport({
    ...withImages('images/frame_000000.png', 'images/frame_000001.PNG', 'images/frame_000002.png'),
    'annotations.xml': createVideo(
      createTrack(boxes.join('')) + createTrack(polygon, 'label="Leaf"') + createTrack(points, 'label="Tip"'),
    ),
  });
  expect(parsedImport).toMatchObject({
    format: 'cvat',
    missing: [],
    unreadable: {},
    boxes: ['images/frame_000000.png: Fig 10 20 50 60', 'images/frame_000001.PNG: Fig 10 20 50 60'],
    polygons: ['images/frame_000002.png: Leaf 0 0 20 0 20 10'],
    points: ['images/frame_000002.png: Tip 7 9'],
    attributes: [{ ripe: 'yes' }],
  });
  expect(parsedImport.notes).toMatchObject({ [MISSING_FRAMES_NOTE]: 1 });
});

it('looks for frames in the workspace if the files contain no frames', async () => {
  const parsedImport = await parseImport({ 'annotations.xml': createVideo(createTrack(createBox(12, 'outside="0"'))) });
  expect(parsedImport.missing).toEqual(['frame_000012.jpg']);
  expect(parsedImport.boxes).toEqual(['frame_000012.jpg: Fig 10 20 50 60']);
});

it('imports only the first of several tasks, because their frames have the same numbers', async () => {
  const tracks = ['task_id="4" label="Fig"', 'task_id="5" label="Leaf"'].map((attributes) =>
    createTrack(createBox(0, ''), attributes),
  );
  const parsedImport = await parseImport({ ...withImages('frame_000000.png'), 'annotations.xml': createVideo(tracks.join('')) });
  expect(parsedImport.boxes).toEqual(['frame_000000.png: Fig 10 20 50 60']);
  expect(parsedImport.notes).toMatchObject({
    'Tracks of further tasks: not imported. In CVAT, export each task separately': 1,
  });
});

it('counts shapes without a valid frame number', async () => {
  const tracks = createTrack(createBox(-1, '') + '<box xtl="1" ytl="1" xbr="5" ybr="5"/>');
  const parsedImport = await parseImport({ ...withImages('frame_000000.png'), 'annotations.xml': createVideo(tracks) });
  expect([parsedImport.boxes, parsedImport.notes['Shapes without the number of a video frame']]).toEqual([[], 2]);
});
