import { parseImport, withImages } from '../../../testing/api/parse-import';

const parseXml = (text: string, outlines: 'polygons' | 'both' = 'polygons') =>
  parseImport({ ...withImages('a.jpg'), 'a.xml': text }, { outlines });

describe('Pascal VOC', () => {
  it('reads the pose and the flags of objects as attributes, and reports unknown fields', async () => {
    const createObject = (fields: string) =>
      `<object><name>Fig</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>5</xmax><ymax>5</ymax></bndbox>${fields}</object>`;
    const { boxes, attributes, notes } = await parseXml(
      `<annotation><folder>C:/x</folder><filename>a.jpg</filename><source><database>Figs</database></source><owner/>
      ${createObject('<pose>Unspecified</pose><truncated>0</truncated><difficult>1</difficult>')}
      ${createObject('<pose>Left</pose><truncated>1</truncated><difficult>1</difficult><occluded>1</occluded>')}</annotation>`,
    );
    expect(boxes).toHaveLength(2);
    expect(attributes).toEqual([{ difficult: true }, { truncated: true, difficult: true, occluded: true, pose: 'Left' }]);
    expect(notes).toEqual({ 'Fields that are not imported: source': 1 });
  });

  it('reads outlines, boxes and masks of the LabelMe web tool', async () => {
    const pointElements = '<pt><x>10</x><y>20</y></pt><pt><x>30</x><y>20</y></pt><pt><x>30</x><y>40</y></pt>';
    const { boxes, polygons, declaredFacts, notes } = await parseXml(
      `<annotation verified="yes"><filename>a.jpg</filename><imagesize><nrows>80</nrows><ncols>100</ncols></imagesize>
      <object><name>Leaf</name><deleted>0</deleted><verified>1</verified><id>0</id><polygon><username>ann</username>${pointElements}</polygon></object>
      <object><name>Fig</name><type>bounding_box</type><polygon>${pointElements}</polygon></object>
      <object><name>Nut</name><segm><box><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></box><mask>m.png</mask></segm></object>
      <object><name>Old</name><deleted>1</deleted><polygon>${pointElements}</polygon></object></annotation>`,
    );
    expect(polygons).toEqual(['a.jpg: Leaf 10 20 30 20 30 40']);
    expect(declaredFacts).toEqual(['a.jpg: verified', 'a.jpg polygon: annotated ann', 'a.jpg polygon: verified']);
    expect(boxes).toEqual(['a.jpg: Fig 10 20 30 40', 'a.jpg: Nut 1 2 3 4']);
    expect(notes).toEqual({
      'Masks in LabelMe files: only their boxes are imported': 1,
      'Objects that were deleted in LabelMe': 1,
    });
  });
});

describe('CVAT', () => {
  const parseShapes = (shapes: string) =>
    parseXml(`<annotations><version>1.1</version><image name="a.jpg" width="100" height="80">${shapes}</image></annotations>`);

  it('reports unread fields of shapes unless they have the default value', async () => {
    const boxAttributes = 'label="Fig" xtl="1" ytl="1" xbr="5" ybr="5"';
    const { boxes, attributes, declaredFacts, notes } = await parseShapes(
      `<box ${boxAttributes} occluded="0" z_order="0" source="manual"/><box ${boxAttributes} occluded="1" z_order="2" source="auto" group_id="4"/>
      <tag label="Ripe" source="semi-auto"/>`,
    );
    expect(boxes).toHaveLength(2);
    expect(attributes).toEqual([{ occluded: true }]);
    expect(declaredFacts).toEqual(['a.jpg: annotated - - manual', 'a.jpg box: annotated - - auto']);
    expect(notes).toEqual({
      'Fields that are not imported: z_order': 1,
      'Fields that are not imported: source': 1,
      'Fields that are not imported: group_id': 1,
    });
  });

  it('replaces ellipses by polygons with their attributes', async () => {
    const ellipseElement =
      '<ellipse label="Fig" cx="50" cy="40" rx="20" ry="10" rotation="90"><attribute name="ripe">yes</attribute></ellipse>';
    const { polygons, attributes, notes } = await parseShapes(ellipseElement);
    const data = polygons[0]!.split(' ').slice(2).map(Number);
    expect(data.slice(0, 2)).toEqual([50, 60]);
    expect([Math.max(...data.filter((_, index) => index % 2 === 0)), data.length]).toEqual([60, 96]);
    expect(attributes).toEqual([{ ripe: 'yes' }]);
    expect(notes).toEqual({ 'Circles and ellipses: replaced by polygons': 1 });
  });

  it('declares owners, assignees and dates of the task of an image', async () => {
    const createTask = (id: number, owner: string) =>
      `<task><id>${id}</id><name>Shelf ${id}</name><created>2020-04-23 08:57:24.614217+02:00</created><owner><username>${owner}</username>
        <email>${owner}@figs.test</email></owner><assignee><username>ann</username></assignee></task>`;
    const { declaredFacts, notes } = await parseXml(
      `<annotations><version>1.1</version><meta><project><name>Figs</name><updated>2021-01-01 00:00:00+00:00</updated>
      <tasks>${createTask(1, 'max')}${createTask(2, 'eve')}</tasks></project></meta><image name="a.jpg" task_id="2"/></annotations>`,
    );
    expect(declaredFacts).toEqual([
      'a.jpg: created eve 2020-04-23T06:57:24.614Z - Shelf 2',
      'a.jpg: assigned ann - - Shelf 2',
      'a.jpg: changed - 2021-01-01T00:00:00.000Z - Figs',
    ]);
    expect(notes).toEqual({});
  });
});
