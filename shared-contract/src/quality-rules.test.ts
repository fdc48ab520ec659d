import {
  computeSizeScore,
  findViolations,
  QUALITY_RULES,
  type CheckedImage,
  type CheckedShape,
  type RuleTask,
} from './quality-rules';

const label = {
  id: 'bottle',
  name: 'Bottle',
  attributes: [
    { name: 'brand', type: 'text' as const, required: true },
    { name: 'fill', type: 'number' as const, min: 0, max: 100 },
  ],
  required: [{ name: 'Shape', labels: ['round', 'flat'] }],
  sizes: { n: 100, median: Math.log(0.01), mad: 0.2 },
};
const task: RuleTask = {
  id: 'task',
  name: 'Bottles',
  domain: 'detection',
  rules: { levels: Object.fromEntries(QUALITY_RULES.map((rule) => [rule, 'error'])), min_side: 10, kinds: ['object'] },
  labels: [label],
};
const shape: CheckedShape = {
  id: 'a',
  kind: 'object',
  label: 'bottle',
  box: [0, 0, 100, 100],
  rotatedBox: null,
  attributes: { brand: 'X', fill: 50 },
  labels: ['round'],
};
const image: CheckedImage = { width: 1000, height: 1000, shapes: [shape], labels: [], isEmpty: false, isStatedEmpty: false };
const listViolations = (...shapes: CheckedShape[]) =>
  findViolations({ ...image, shapes }, task).map(({ rule, shape: violating }) => `${rule} ${violating?.id}`);

describe('findViolations', () => {
  it.each<[string, Partial<CheckedShape>, string[]]>([
    ['a valid box', {}, []],
    ['a label of another task', { label: 'other', box: [0, 0, 1, 1] }, []],
    ['a missing attribute', { attributes: { fill: 0 } }, ['missing_attribute a']],
    ['a kind without attributes', { kind: 'skeleton', attributes: null }, ['wrong_kind a']],
    ['a missing recognition label', { labels: ['other'] }, ['missing_label a']],
    ['a value out of range', { attributes: { brand: 'X', fill: 101 } }, ['out_of_range a']],
    ['a value of another type', { attributes: { brand: 1, fill: 1 } }, ['out_of_range a']],
    ['a narrow box', { box: [0, 0, 9, 900] }, ['small a']],
    ['a large box', { box: [0, 0, 800, 800] }, ['unusual_size a']],
    ['a small box', { box: [0, 0, 10, 10] }, ['unusual_size a']],
    ['a narrow rotated box', { kind: 'rotated', rotatedBox: [50, 50, 120, 5, 45] }, ['wrong_kind a', 'small a']],
  ])('reports %s', (_name, change, expected) => {
    expect(listViolations({ ...shape, ...change })).toEqual(expected);
  });

  it('reports the later of two boxes that overlap by more than 90 %', () => {
    expect(listViolations(shape, { ...shape, id: 'b', box: [0, 0, 100, 91] })).toEqual(['duplicate b']);
    expect(listViolations(shape, { ...shape, id: 'b', box: [0, 0, 100, 90] })).toEqual([]);
  });

  it('compares polygons and masks by their pixels', () => {
    const toPolygon = (id: string, x: number, kind: 'polygon' | 'mask' = 'polygon'): CheckedShape => {
      // Use triangles, because the boxes of two triangles overlap more than their pixels.
      const getSegment = () => ({ data: [x, 0, x + 100, 0, x, 100] });
      return { ...shape, id, kind, box: [x, 0, x + 100, 100], getSegment, attributes: null };
    };
    const levels = { duplicate: 'error' as const };
    const listViolationTexts = (...shapes: CheckedShape[]) =>
      findViolations({ ...image, shapes }, { ...task, rules: { levels } }).map(({ text }) => text);
    expect(listViolationTexts(toPolygon('a', 0), toPolygon('b', 2))).toEqual([
      'Polygon “Bottle” covers the same area as another shape with this label.',
    ]);
    expect(listViolationTexts(toPolygon('a', 0), toPolygon('b', 2, 'mask'))).toHaveLength(1);
    expect(listViolationTexts(toPolygon('a', 0), toPolygon('b', 4))).toEqual([]);
    expect(listViolationTexts(toPolygon('a', 0), { ...shape, id: 'b' })).toEqual([]);
  });

  it('finds duplicates with different left sides, also across boxes between them', () => {
    const boxes = [
      [4, 0, 104, 100],
      [2, 0, 102, 80],
      [0, 0, 100, 100],
    ];
    expect(listViolations(...boxes.map((box, index) => ({ ...shape, id: `${index}`, box })))).toEqual(['duplicate 2']);
  });

  it('reports an image without shapes until a verification states that it is empty', () => {
    const emptyImage = { ...image, shapes: [], isEmpty: true };
    expect(findViolations(emptyImage, task)).toMatchObject([{ rule: 'empty_image', shape: null }]);
    expect(findViolations({ ...emptyImage, isStatedEmpty: true }, task)).toEqual([]);
  });

  it('reports only rules that have a level, and reports that level', () => {
    const invalidImage = { ...image, shapes: [{ ...shape, box: [0, 0, 1, 1], attributes: {} }] };
    expect(findViolations(invalidImage, { ...task, rules: {} })).toEqual([]);
    expect(findViolations(invalidImage, { ...task, rules: { levels: { small: 'warning' } } })).toEqual([
      {
        task: 'task',
        rule: 'small',
        level: 'warning',
        shape: { kind: 'object', id: 'a' },
        text: 'Box “Bottle” is 1 × 1 px. The minimum is 8 px.',
      },
    ]);
  });
});

describe('rules of recognition tasks', () => {
  const labelWithoutRules = { attributes: [], required: [], sizes: null };
  const labels = [
    { ...labelWithoutRules, id: 'red', name: 'Red', min_value: null, max_value: null },
    { ...labelWithoutRules, id: 'size', name: 'Size', min_value: 1, max_value: null },
  ];
  const levels = { missing_label: 'error', several_labels: 'warning', out_of_range: 'error' } as const;
  const recognitionTask: RuleTask = {
    id: 't',
    name: 'Colors',
    domain: 'recognition',
    rules: { levels },
    labels,
    single_label: true,
  };

  it.each<[string, CheckedImage['labels'], string[]]>([
    ['one label', [{ id: 'red', value: null }], []],
    ['a label of another task', [{ id: 'other', value: null }], ['The image has no label of “Colors”.']],
    ['a value below the minimum', [{ id: 'size', value: 0 }], ['The label “Size” has the value 0, which must be at least 1.']],
    [
      'two labels',
      [
        { id: 'red', value: null },
        { id: 'size', value: 2 },
      ],
      ['The image has 2 labels of “Colors”, which allows one.'],
    ],
  ])('reports the violations of an image with %s', (_name, attached, expected) => {
    const listViolationTexts = (task: RuleTask) => findViolations({ ...image, labels: attached }, task).map(({ text }) => text);
    expect(listViolationTexts(recognitionTask)).toEqual(expected);
    expect(listViolationTexts({ ...recognitionTask, rules: {} })).toEqual([]);
    expect(listViolationTexts({ ...recognitionTask, single_label: false })).toEqual(
      expected.filter((text) => !text.includes('allows one')),
    );
  });
});

describe('computeSizeScore', () => {
  it('equals the modified z-score, and needs 20 sizes that differ', () => {
    expect(computeSizeScore(3, { n: 20, median: 1, mad: 0.5 })).toBeCloseTo(0.6745 * 4, 10);
    expect(computeSizeScore(3, { n: 19, median: 1, mad: 0.5 })).toBeNull();
    expect(computeSizeScore(3, { n: 20, median: 1, mad: 0 })).toBeNull();
  });
});
