/** @jest-environment-options {"dom": true} */
import fc from 'fast-check';
import {
  removeUnavailableFilters,
  resetPageUnlessPaging,
  hasActiveFilters,
  getEffectiveSort,
  getSortOptions,
  toQuery,
  getClearedFilters,
  type BrowserFilters,
} from './filters';
import { filterUrlParams } from './filter-url-params';

const { initial: initialFilters } = filterUrlParams;

const jobTarget = { kind: 'image-job', id: 'job', name: 'A job' } as const;
const taskTarget = { kind: 'detection-task', id: 'task', name: 'A task' } as const;
const toFilterQuery = (patch: Partial<BrowserFilters>) => toQuery({ ...initialFilters, ...patch });

describe('toQuery', () => {
  test('sends no filter parameters if no filter is active', () => {
    expect(toFilterQuery({})).toEqual({ include_verifications: 1 });
  });

  test.each([
    [{ verified: 'yes' }, { verified: 1 }],
    [{ verified: 'no' }, { verified: 0 }],
    [{ grouping: 'in' }, { not_groups: false }],
    [{ grouping: 'not' }, { not_groups: true }],
    [{ background: 'real' }, { real: true }],
    [{ background: 'product' }, { real: false }],
    [{ labels: ['a', 'b'] }, { labels: ['a', 'b'] }],
    [{ detectionLabels: ['c'] }, { detection_labels: ['c'] }],
    [{ shapeKinds: ['point', 'mask'] }, { shape_kinds: ['point', 'mask'] }],
    [{ attribute: 'difficult' }, { attribute: ['difficult'] }],
    [
      { labelAttribute: { domain: 'segmentation', label: 'l', type: 'attribute', name: 'seeds', value: '3' } },
      { segmentation_attribute_label: 'l', attribute_name: 'seeds', attribute_value: '3' },
    ],
    [
      { labelAttribute: { domain: 'detection', label: 'l', type: 'point', name: 'head', value: '' } },
      { detection_attribute_label: 'l', point_name: 'head' },
    ],
    [{ entity: 'objects', shapeKinds: ['rotated_box'] }, { rotated: true }],
    [{ polygonLabels: ['d'] }, { polygon_labels: ['d'] }],
    [{ skeletonLabels: ['e'] }, { skeleton_labels: ['e'] }],
    [{ test: true }, { test: true }],
    [{ suspectsOf: 'r' }, { suspects_of: 'r' }],
    [
      { suspectsOf: 'r', certainty: 0 },
      { suspects_of: 'r', sureness_from: 0 },
    ],
    [{ predictedBy: 'r' }, { predicted_by: 'r' }],
    [
      { predictedBy: 'r', uncertainty: 55 },
      { predicted_by: 'r', uncertainty_from: 0.55 },
    ],
    [{ uncertainty: 55 }, {}],
    [{ changedSinceTraining: 'v' }, { changed_since_training: 'v' }],
    [{ changedTo: '2026-02-04' }, {}],
  ] as [Partial<BrowserFilters>, object][])('filter %j becomes query %j', (patch, expected) => {
    expect(toFilterQuery(patch)).toEqual({ include_verifications: 1, ...expected });
  });

  test("a day covers 0:00 to 23:59 in the user's time zone", () => {
    const { created_after: after, created_before: before } = toFilterQuery({ day: '2026-02-03' });
    const [start, end] = [new Date(String(after)), new Date(String(before))];
    expect([start.getDate(), start.getHours(), start.getMinutes()]).toEqual([3, 0, 0]);
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([3, 23, 59]);
  });

  test("a period of changes covers its first and last day in the user's time zone", () => {
    const { changed_since: changedSince, changed_until: changedUntil } = toFilterQuery({
      changedFrom: '2026-02-03',
      changedTo: '2026-02-04',
    });
    const [start, end] = [new Date(String(changedSince)), new Date(String(changedUntil))];
    expect([start.getDate(), start.getHours()]).toEqual([3, 0]);
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([4, 23, 59]);
    expect(toFilterQuery({ changedFrom: '2026-02-03' })).not.toHaveProperty('changed_until');
  });

  test('an invalid day adds no date parameters', () => {
    expect(toFilterQuery({ day: '2026-02-3x' })).toEqual({ include_verifications: 1 });
  });

  test('a job or task selects its members or all other images', () => {
    const memberFilters = { ...initialFilters, inTarget: true };
    expect(toQuery(memberFilters, jobTarget)).toEqual({ include_verifications: 1, imagejob: 'job' });
    expect(toQuery(initialFilters, jobTarget)).toEqual({ include_verifications: 1, imagejob: 'job', not_in: 'True' });
    expect(toQuery(memberFilters, taskTarget)).toEqual({ include_verifications: 1, detection_task_neg: 'task' });
    expect(toQuery(initialFilters, taskTarget)).toEqual({ include_verifications: 1, detection_task_neg: 'task', not_in: 'True' });
  });
});

test('a filter change returns to the first page, a blur or page change does not', () => {
  const pageThreeFilters = { ...initialFilters, page: 3 };
  const getPageAfterChange = (patch: Partial<BrowserFilters>) =>
    filterUrlParams.change(resetPageUnlessPaging(pageThreeFilters, patch)).page;
  expect(getPageAfterChange({ test: true })).toBe(1);
  expect(getPageAfterChange({ blur: true })).toBe(3);
  expect(getPageAfterChange({ page: 4 })).toBe(4);
});

test('a sort change returns to the first page', () => {
  const pageThreeFilters = { ...initialFilters, page: 3 };
  expect(filterUrlParams.change(resetPageUnlessPaging(pageThreeFilters, { sort: 'oldest' })).page).toBe(1);
});

test('clearing filters keeps the entity, blur, sort order and the choice of members or non-members', () => {
  const filters: BrowserFilters = {
    ...initialFilters,
    entity: 'objects',
    blur: true,
    inTarget: true,
    sort: 'oldest',
    test: true,
    labels: ['a'],
  };
  expect(hasActiveFilters(filters)).toBe(true);
  const clearedFilters = { ...filters, ...getClearedFilters() };
  expect(hasActiveFilters(clearedFilters)).toBe(false);
  expect(clearedFilters).toMatchObject({ entity: 'objects', blur: true, inTarget: true, sort: 'oldest' });
});

test('filters of services missing from the workspace are removed', () => {
  const allFilters: BrowserFilters = {
    ...initialFilters,
    entity: 'objects',
    labels: ['a'],
    detectionLabels: ['b'],
    grouping: 'in',
    shapeKinds: ['rotated_box'],
    test: true,
  };
  const everyService = { recognition: true, detection: true, segmentation: true, similarity: true, predictions: true };
  const noService = { recognition: false, detection: false, segmentation: false, similarity: false, predictions: false };
  expect(removeUnavailableFilters(allFilters, everyService)).toEqual(allFilters);
  expect(removeUnavailableFilters(allFilters, noService)).toEqual({ ...initialFilters, test: true });
});

test('prediction filters are removed for objects and for deployments without predictions', () => {
  const services = { recognition: true, detection: true, segmentation: true, similarity: true };
  const predictionFilters = { ...initialFilters, suspectsOf: 'a', predictedBy: 'b', uncertainty: 50, sort: 'surest' } as const;
  expect(removeUnavailableFilters(predictionFilters, { ...services, predictions: true })).toEqual(predictionFilters);
  const allowedFilters = removeUnavailableFilters(predictionFilters, { ...services, predictions: false });
  expect(allowedFilters).toEqual({ ...initialFilters, sort: 'surest' });
  expect(getEffectiveSort(allowedFilters)).toBe('name');
  const objectFilters = removeUnavailableFilters({ ...predictionFilters, entity: 'objects' }, { ...services, predictions: true });
  expect(objectFilters).toMatchObject({ suspectsOf: '', predictedBy: '', uncertainty: 0 });
  expect(getEffectiveSort(objectFilters)).toBe('newest');
});

test('filters by time of change apply only to images', () => {
  const everyService = { recognition: true, detection: true, segmentation: true, similarity: true, predictions: true };
  const changeFilters = { ...initialFilters, changedFrom: '2026-02-03', changedTo: '2026-02-04', changedSinceTraining: 'a' };
  expect(removeUnavailableFilters(changeFilters, everyService)).toEqual(changeFilters);
  expect(removeUnavailableFilters({ ...changeFilters, entity: 'objects' }, everyService)).toEqual({
    ...initialFilters,
    entity: 'objects',
  });
});

test('polygon filters apply only to images in workspaces with segmentation', () => {
  const everyService = { recognition: true, detection: true, segmentation: true, similarity: true, predictions: true };
  const polygonFilters = { ...initialFilters, shapeKinds: ['polygon', 'mask'] as const, polygonLabels: ['a'] };
  expect(removeUnavailableFilters(polygonFilters, everyService)).toEqual(polygonFilters);
  expect(removeUnavailableFilters(polygonFilters, { ...everyService, segmentation: false })).toEqual(initialFilters);
  expect(removeUnavailableFilters({ ...polygonFilters, entity: 'objects' }, everyService)).toEqual({
    ...initialFilters,
    entity: 'objects',
  });
  expect(removeUnavailableFilters({ ...polygonFilters, entity: 'objects' }, { ...everyService, detection: false })).toEqual(
    polygonFilters,
  );
});

test('skeleton filters apply only to images in workspaces with detection', () => {
  const everyService = { recognition: true, detection: true, segmentation: true, similarity: true, predictions: true };
  const skeletonFilters = { ...initialFilters, shapeKinds: ['skeleton'] as const, skeletonLabels: ['a'] };
  expect(removeUnavailableFilters(skeletonFilters, everyService)).toEqual(skeletonFilters);
  expect(removeUnavailableFilters(skeletonFilters, { ...everyService, detection: false })).toEqual(initialFilters);
  expect(removeUnavailableFilters({ ...skeletonFilters, entity: 'objects' }, everyService)).toEqual({
    ...initialFilters,
    entity: 'objects',
  });
});

test('attribute filters apply only to lists that contain shapes with the attribute', () => {
  const everyService = { recognition: true, detection: true, segmentation: true, similarity: true, predictions: true };
  const isAttributeFilterKept = (
    domain: 'detection' | 'segmentation',
    type: 'attribute' | 'point',
    patch: object,
    services = everyService,
  ) => {
    const labelAttribute = { domain, type, label: 'a', name: 'n', value: '' };
    return removeUnavailableFilters({ ...initialFilters, labelAttribute, ...patch }, services).labelAttribute !== null;
  };
  expect(isAttributeFilterKept('segmentation', 'attribute', {})).toBe(true);
  expect(isAttributeFilterKept('segmentation', 'attribute', {}, { ...everyService, segmentation: false })).toBe(false);
  expect(isAttributeFilterKept('segmentation', 'attribute', { entity: 'objects' })).toBe(false);
  expect(isAttributeFilterKept('detection', 'attribute', { entity: 'objects' })).toBe(true);
  expect(isAttributeFilterKept('detection', 'point', { entity: 'objects' })).toBe(false);
});

test('prediction sort orders are offered only with the matching prediction filter', () => {
  const listSortOptions = (patch: Partial<BrowserFilters>) => getSortOptions({ ...initialFilters, ...patch });
  expect(listSortOptions({})).toEqual(['name', 'newest', 'oldest']);
  expect(listSortOptions({ suspectsOf: 'a' })).toEqual(['name', 'newest', 'oldest', 'surest']);
  expect(listSortOptions({ predictedBy: 'a' })).toEqual(['name', 'newest', 'oldest', 'uncertain']);
});

describe('URL parameters of the filters', () => {
  const filters = fc.record<BrowserFilters>({
    entity: fc.constantFrom('images', 'objects'),
    verified: fc.constantFrom('all', 'yes', 'no'),
    grouping: fc.constantFrom('any', 'in', 'not'),
    background: fc.constantFrom('product', 'real', 'all'),
    search: fc.constantFrom('', 'shelf', '50% & more'),
    labels: fc.uniqueArray(fc.uuid({ version: 4 })),
    detectionLabels: fc.uniqueArray(fc.uuid({ version: 4 })),
    shapeKinds: fc.subarray(['object', 'rotated_box', 'polygon', 'mask', 'point', 'skeleton']),
    polygonLabels: fc.uniqueArray(fc.uuid({ version: 4 })),
    skeletonLabels: fc.uniqueArray(fc.uuid({ version: 4 })),
    attribute: fc.constantFrom('', 'occluded', 'truncated', 'difficult', 'crowd', 'ignore'),
    labelAttribute: fc.option(
      fc.record({
        domain: fc.constantFrom('detection', 'segmentation'),
        label: fc.uuid({ version: 4 }),
        type: fc.constant('attribute'),
        name: fc.constantFrom('fat', '50% / more'),
        value: fc.constantFrom('', 'low', 'a/b %2F & ä'),
      }),
    ),
    day: fc.constantFrom('', '2026-02-03', '2024-02-29'),
    changedFrom: fc.constantFrom('', '2026-02-03'),
    changedTo: fc.constantFrom('', '2026-02-04'),
    changedSinceTraining: fc.constantFrom('', '00000000-0000-4000-8000-000000000003'),
    test: fc.boolean(),
    nothingToAnnotate: fc.boolean(),
    unreviewed: fc.boolean(),
    violationsOf: fc.constantFrom('', '00000000-0000-4000-8000-000000000004'),
    violationDomain: fc.constantFrom('detection', 'segmentation'),
    violatedRule: fc.constantFrom('', 'small', 'empty_image'),
    area: fc.constantFrom('', 'pca,-1,-1,1,-1,0.125,1', 'umap,0,0,1,0,1,1,0,1'),
    blur: fc.constantFrom(null, true, false),
    inTarget: fc.boolean(),
    suspectsOf: fc.constantFrom('', '00000000-0000-4000-8000-000000000001'),
    certainty: fc.option(fc.integer({ min: 0, max: 100 })),
    predictedBy: fc.constantFrom('', '00000000-0000-4000-8000-000000000002'),
    uncertainty: fc.integer({ min: 0, max: 100 }),
    sort: fc.constantFrom('name', 'newest', 'oldest', 'surest', 'uncertain'),
    similarTo: fc.oneof(fc.constant(''), fc.uuid({ version: 4 })),
    similarKind: fc.constantFrom('image', 'object', 'polygon', 'mask', 'skeleton', 'group'),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });

  test('round-trip through the URL', () => {
    fc.assert(
      fc.property(filters, (writtenFilters) =>
        expect(filterUrlParams.read(new URLSearchParams(filterUrlParams.toLink(writtenFilters)))).toEqual(writtenFilters),
      ),
    );
  });

  test('are empty for the initial filters', () => {
    expect(filterUrlParams.toLink(initialFilters)).toBe('');
  });

  test('ignore invalid values', () => {
    const invalidQuery =
      'show=x&verified=2&groups=&background=green&labels=1,,2&object-labels=drop&day=2026-13-45&test=yes&blur=x&sort=size&similar=x&similar-kind=y&page=-1&label-attribute=detection/1/%/a';
    expect(filterUrlParams.read(new URLSearchParams(invalidQuery))).toEqual(initialFilters);
  });

  test('convert the shape flags of earlier links into shape kinds', () => {
    const query = new URLSearchParams('polygons=1&rotated=1&skeletons=0&test=1');
    expect(filterUrlParams.read(query)).toMatchObject({ shapeKinds: ['rotated_box', 'polygon', 'mask'], test: true });
    expect(filterUrlParams.write({ shapeKinds: [] }, query).toString()).toBe('test=1');
  });

  test('stay compatible with links of earlier releases', () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const earlierQuery = `show=objects&verified=0&groups=in&background=real&labels=${id}&object-labels=${id}&day=2026-02-03&test=1&blur=0&page=2`;
    expect(filterUrlParams.read(new URLSearchParams(earlierQuery))).toEqual({
      entity: 'objects',
      verified: 'no',
      search: '',
      grouping: 'in',
      background: 'real',
      labels: [id],
      detectionLabels: [id],
      shapeKinds: [],
      polygonLabels: [],
      skeletonLabels: [],
      attribute: '',
      labelAttribute: null,
      day: '2026-02-03',
      changedFrom: '',
      changedTo: '',
      changedSinceTraining: '',
      test: true,
      nothingToAnnotate: false,
      unreviewed: false,
      violationsOf: '',
      violationDomain: 'detection',
      violatedRule: '',
      area: '',
      blur: false,
      inTarget: false,
      suspectsOf: '',
      certainty: null,
      predictedBy: '',
      uncertainty: 0,
      sort: 'name',
      similarTo: '',
      similarKind: 'image',
      page: 2,
    });
    expect(filterUrlParams.toLink(filterUrlParams.read(new URLSearchParams(earlierQuery)))).toBe(
      `?${earlierQuery.replace(/,/g, '%2C')}`,
    );
  });
});
