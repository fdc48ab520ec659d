import { parseImport, withImages } from '../../../testing/api/parse-import';

const SVG = `<line x1="10" y1="20" x2="50" y2="80" data-type="edge" data-node-from="1" data-node-to="3"></line>
  <circle cx="10" cy="20" data-type="element node" data-node-id="1" data-label-name="head"></circle>
  <circle cx="90" cy="50" data-type="element node" data-node-id="2" data-label-name="left hand"></circle>
  <circle cx="50" cy="80" data-type="element node" data-node-id="3" data-label-name="right hand"></circle>`;
const escapeXml = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const toPoint = (label: string, points: string, fields = '', children = '') =>
  `<points label="${label}" source="manual" outside="0" occluded="0" points="${points}" ${fields}>${children}</points>`
    .replace(/outside="0"(.*outside="1")/, '$1')
    .replace(/occluded="0"(.*occluded="1")/, '$1');
const SKELETON = `<skeleton label="Person" source="manual" z_order="0">
    ${toPoint('right hand', '30.5,40', 'occluded="1"')}${toPoint('head', '20,10')}${toPoint('left hand', '5,5', 'outside="1"')}
    <attribute name="team">red</attribute><attribute name="shirt">7</attribute>
  </skeleton>`;
const toFile = (shapes: string, label = `<name>Person</name><type>skeleton</type><svg>${escapeXml(SVG)}</svg>`) =>
  `<?xml version="1.0"?><annotations><version>1.1</version><meta><task><labels><label>${label}
    <attributes><attribute><name>shirt</name><input_type>number</input_type><values>1\n99\n1</values></attribute></attributes></label>
    <label><name>head</name><type>points</type><parent>Person</parent></label>
    <label><name>left hand</name><type>points</type><parent>Person</parent></label></labels></task></meta>
  <image id="0" name="a.jpg" width="100" height="80">${shapes}</image></annotations>`;
const parseCvat = (xml: string) => parseImport({ ...withImages('a.jpg'), 'annotations.xml': xml });

it('reads attributes and points, with the visibility of each, in the order of the SVG', async () => {
  const { format, skeletons, attributes, classes, notes } = await parseCvat(toFile(SKELETON));
  expect([format, notes]).toEqual(['cvat', {}]);
  expect(skeletons).toEqual(['a.jpg: Person 20 10 2 0 0 0 30.5 40 1']);
  expect(attributes).toEqual([{ team: 'red', shirt: 7 }]);
  expect(classes).toMatchObject([
    {
      of: 'detection',
      name: 'Person',
      attributes: [{ name: 'shirt', type: 'number' }],
      skeleton: {
        points: [{ name: 'head' }, { name: 'left hand' }, { name: 'right hand' }],
        edges: [[0, 2]],
        pairs: [[1, 2]],
        layout: [
          [0, 0],
          [1, 0.5],
          [0.5, 1],
        ],
      },
    },
  ]);
});

it.each([
  ['elements instead of text', `<name>Person</name><type>skeleton</type><svg>${SVG}</svg>`, '20 10 2 0 0 0 30.5 40 1', {}],
  // The drawing refers to a third point, which the labels of the points do not contain.
  ['an invalid drawing', '<name>Person</name><type>skeleton</type><svg>&lt;circle</svg>', '20 10 2 0 0 0', { unknown: 1 }],
  ['no type', '<name>Person</name>', '30.5 40 1 20 10 2 0 0 0', {}],
])('reads skeletons of a label with %s', async (_, label, points, { unknown }: { unknown?: number }) => {
  const { skeletons, notes } = await parseCvat(toFile(SKELETON, label));
  expect(skeletons).toEqual([`a.jpg: Person ${points}`]);
  expect(notes).toEqual(unknown ? { 'Points of skeletons that their label does not have': unknown } : {});
});

it('reports data that it does not import', async () => {
  const hiddenPoint = toPoint('head', '1,1', 'outside="1"');
  const { skeletons, points, labels, attributes, notes } = await parseCvat(
    toFile(`
      <skeleton label="Person">${hiddenPoint}</skeleton><skeleton label="Empty"/>
      <skeleton label="Person">${toPoint('head', '1,2', 'z_order="3"', '<attribute name="a">1</attribute>')}</skeleton>
      <points label="Tip" points="3,4" occluded="1"/><tag label="Good" source="manual"><attribute name="b">1</attribute></tag>`),
  );
  expect([skeletons, points, labels]).toEqual([['a.jpg: Person 1 2 2 0 0 0 0 0 0'], ['a.jpg: Tip 3 4'], ['a.jpg: Good']]);
  expect(attributes).toEqual([{ occluded: true }]);
  expect(notes).toEqual({
    'Skeletons without a visible or occluded point': 2,
    'Attributes of single points of skeletons (not supported)': 1,
    'Attributes of shapes (not supported)': 1,
    'Fields that are not imported: z_order': 1,
  });
});

it('reads skeleton tracks whose points are elements or separate tracks', async () => {
  const toTrack = (content: string) => `<track id="0" label="Person" source="manual">${content}</track>`;
  const toSkeleton = (frame: number, points: string) =>
    `<skeleton frame="${frame}" keyframe="1" z_order="0">${points}</skeleton>`;
  const tracks = [
    toTrack(toSkeleton(0, toPoint('head', '1,2')) + toSkeleton(1, toPoint('head', '1,2', 'outside="1"'))),
    toTrack(
      `${toSkeleton(0, '')}<track label="head"><points frame="0" outside="0" occluded="1" points="5,6"/></track>
       <track label="right hand"><points frame="0" outside="0" occluded="0" points="7,8"/></track>`,
    ),
  ];
  const xml = toFile('').replace(/<image.*<\/image>/s, tracks.join(''));
  const { skeletons, missing } = await parseImport({ ...withImages('frame_000000.jpg'), 'annotations.xml': xml });
  expect(skeletons).toEqual(['frame_000000.jpg: Person 1 2 2 0 0 0 0 0 0', 'frame_000000.jpg: Person 5 6 1 0 0 0 7 8 2']);
  expect(missing).toEqual([]);
});
