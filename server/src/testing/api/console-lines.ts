import { ConsoleLine } from '@console/shared-contract/api';
import { computeEnclosingBox } from '@console/shared-contract/rotated-box';
import fc from 'fast-check';
import { createPng } from './png';

const arbitraryWord = fc
  .string({ minLength: 2, maxLength: 12 })
  .map((text) => `n${text.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, '')}x`);
const createShortListArbitrary = <T>(item: fc.Arbitrary<T>, maxLength = 4) => fc.array(item, { maxLength });
const arbitraryBox = fc.tuple(fc.nat(40), fc.nat(30), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 40 }));
const arbitraryMetaData = fc.dictionary(arbitraryWord, fc.oneof(fc.integer(), fc.boolean(), arbitraryWord, fc.constant(null)), {
  maxKeys: 3,
});
/** Generates contents of a workspace for round trips through the console format, the console's own export format. */
export const workspaceArbitrary = fc.record({
  names: fc.uniqueArray(arbitraryWord, { minLength: 2, maxLength: 3 }),
  pictures: fc.array(
    fc.record({
      test: fc.boolean(),
      real: fc.boolean(),
      meta: arbitraryMetaData,
      verified: fc.boolean(),
      value: fc.nat(9),
      labels: createShortListArbitrary(fc.nat(1), 2),
      objects: createShortListArbitrary(
        fc.record({
          box: arbitraryBox,
          angle: fc.option(fc.nat(359)),
          label: fc.nat(1),
          meta: arbitraryMetaData,
          isLabelled: fc.boolean(),
          products: fc.uniqueArray(fc.nat(2)),
          groups: fc.uniqueArray(fc.nat(2)),
        }),
      ),
      polygons: createShortListArbitrary(fc.record({ box: arbitraryBox, label: fc.nat(1), meta: arbitraryMetaData })),
      points: createShortListArbitrary(arbitraryBox),
      groups: fc.uniqueArray(fc.nat(2)),
      jobs: fc.uniqueArray(fc.record({ job: fc.nat(1), isMarked: fc.boolean() }), { selector: ({ job }) => job }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  groups: fc.tuple(
    ...[0, 1, 2].map((index) =>
      fc.record({
        text: arbitraryWord,
        kind: fc.option(fc.nat(1)),
        test: fc.boolean(),
        meta: arbitraryMetaData,
        verified: fc.boolean(),
        index: fc.constant(index),
        isChild: fc.boolean(),
      }),
    ),
  ),
  jobs: fc.tuple(
    ...[0, 1].map((index) =>
      fc.record({
        text: arbitraryWord,
        todoNumber: fc.integer({ min: 1, max: 4 }),
        index: fc.constant(index),
        randomize: fc.boolean(),
        auto: fc.boolean(),
        done: fc.boolean(),
        isAssigned: fc.boolean(),
        blind: fc.boolean(),
        goldFeedback: fc.nat(3),
        goldRate: fc.option(fc.constantFrom(0.1, 0.5)),
        // If the agreement about an item is below this percentage, more users annotate it, up to `maxPeople` in total.
        threshold: fc.option(fc.integer({ min: 1, max: 100 })),
        maxPeople: fc.option(fc.integer({ min: 1, max: 4 })),
        label: fc.option(fc.nat(1)),
        tasks: fc.uniqueArray(fc.constantFrom('multi_class', 'multi_label', 'regression')),
      }),
    ),
  ),
  // The second product has the same name as the first product. Neither has a customer id.
  products: fc.tuple(
    ...[0, 1, 2].map((index) =>
      fc.record({
        verified: fc.boolean(),
        meta: arbitraryMetaData,
        isInCollection: fc.boolean(),
        index: fc.constant(index),
        prices: createShortListArbitrary(fc.record({ cents: fc.nat(9999), hasSource: fc.boolean() }), 2),
      }),
    ),
  ),
});

type GeneratedWorkspace = typeof workspaceArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Returns a UUID whose eighth digit is the kind of row: 1 detection label, 2 segmentation label, 3 recognition label, 4 image, 5 object,
 * 6 product, 7 group, 8 job.
 */
const toId = (kind: number, index: number) => `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`;

const toProduct = (
  { verified, meta: meta_data, isInCollection, index, prices }: GeneratedWorkspace['products'][number],
  names: readonly string[],
) => ({
  id: toId(6, index),
  name: names[0]!,
  customer_product_id: index === 2 ? 'C-2' : '',
  verified,
  meta_data,
  collection: isInCollection ? { name: names[1]!, type: 'fruit' } : null,
  set: isInCollection ? { name: names[0]!, year: 1999, above: [{ name: names[1]!, year: null }] } : null,
  prices: prices.map(({ cents, hasSource }, day) => ({
    price: (cents / 100).toFixed(4),
    currency: 'EUR',
    date: `2026-01-0${day + 1}T00:00:00.000Z`,
    source: hasSource ? names[0]! : null,
    grade_company: hasSource ? names[1]! : null,
    item_link: hasSource ? 'https://shop.test/1' : null,
    img_link: null,
  })),
});

/** The first two groups have the same name. A parent group comes before its child. */
const toGroup = (fields: GeneratedWorkspace['groups'][number], names: readonly string[], email: string) => ({
  id: toId(7, fields.index),
  name: names[fields.index === 2 ? 1 : 0]!,
  description: `${fields.text}\n- ${fields.text}`,
  test: fields.test,
  type: fields.kind === null ? null : names[fields.kind]!,
  meta_data: fields.meta,
  verified_by: fields.verified ? [{ email, created: '2026-01-02T03:04:05.678Z' }] : [],
  groups: fields.isChild && fields.index > 0 ? [toId(7, fields.index - 1)] : [],
});

/** Both jobs have the same name. */
const toJob = (fields: GeneratedWorkspace['jobs'][number], names: readonly string[], email: string) => ({
  id: toId(8, fields.index),
  name: names[0]!,
  description: fields.text,
  instructions: `# ${fields.text}\n\nAll of it.`,
  todo_number: fields.todoNumber,
  randomize: fields.randomize,
  auto_complete: fields.auto,
  done: fields.done,
  flow: null,
  blind: fields.blind,
  gold_feedback: fields.goldFeedback,
  gold_rate: fields.blind ? fields.goldRate : null,
  extra_threshold: fields.threshold,
  max_people: fields.maxPeople,
  mark_done_label: fields.label === null ? null : toId(3, fields.label),
  // Both jobs share one task of each type.
  tasks: fields.tasks.map((type) => ({
    name: names[0]!,
    type,
    negative: type === 'multi_label' ? toId(3, 3) : null,
    labels: type === 'multi_label' ? [toId(3, 3)] : [],
    ...(type === 'multi_class' && { target: 0.9 }),
  })),
  assignees: fields.isAssigned ? [email] : [],
});

/** Creates the files of an export in console format. Two labels of each kind have the same name, so only ids distinguish them. */
export async function createConsoleFiles(
  { names, pictures, products, groups, jobs }: GeneratedWorkspace,
  email: string,
): Promise<Record<string, string | Buffer>> {
  const labelDefaults = { type: null, min_value: null, max_value: null, step_value: null, color: '#123456' };
  // Each index has another keyboard shortcut (`key`).
  const createLabelLine = (domain: string, kind: number, index: number) => ({
    label: { of: domain, id: toId(kind, index), name: names[0]!, key: '9qz0'[index]!, ...labelDefaults },
  });
  const header = [
    { annotation_console: 1, created: '2026-01-01T00:00:00Z' },
    ...[0, 1].flatMap((index) => [createLabelLine('detection', 1, index), createLabelLine('segmentation', 2, index)]),
    ...['tag', 'plain'].map((type, index) => ({
      label: { ...createLabelLine('recognition', 3, index).label, type, color: null },
    })),
    {
      label: {
        ...createLabelLine('recognition', 3, 2).label,
        name: names[1],
        type: 'value',
        min_value: 0,
        max_value: 9,
        step_value: 0.5,
      },
    },
    { label: { ...createLabelLine('recognition', 3, 3).label, name: `${names[0]} (none)`, type: 'tag', color: null } },
    ...groups.map((fields) => ({ group: toGroup(fields, names, email) })),
    ...jobs.map((fields) => ({ job: toJob(fields, names, email) })),
  ];
  const files: Record<string, string | Buffer> = {};
  const images = [];
  for (const [index, fields] of pictures.entries()) {
    files[`images/${index}.png`] = await createPng(`#${String(100 + index)}`);
    const toCorners = ([x, y, w, h]: readonly number[]) => [x!, y!, x! + w!, y! + h!];
    const toBoxFields = ([x = 0, y = 0, width = 0, height = 0]: readonly number[], angle: number | null) => {
      if (angle === null) return { data: toCorners([x, y, width, height]) };
      const rotated_box = [x + width / 2, y + height / 2, width, height, angle];
      return { data: computeEnclosingBox(rotated_box, { width: 100, height: 80 }), rotated_box };
    };
    images.push({
      image: {
        id: toId(4, index),
        file: `images/${index}.png`,
        content_hash: '',
        width: 100,
        height: 80,
        part: 'all',
        created: '',
        test: fields.test,
        real: fields.real,
        meta_data: fields.meta,
        verified_by: fields.verified ? [{ email, created: '2026-01-02T03:04:05.678Z' }] : [],
        labels: [...new Set(fields.labels)]
          .map((label) => ({ id: toId(3, label), value: null }))
          .concat([{ id: toId(3, 2), value: fields.value as never }]),
        objects: fields.objects.map(({ box: data, angle, label, meta: meta_data, isLabelled, groups: memberships }, number) => ({
          id: toId(5, number),
          ...toBoxFields(data, angle),
          label: toId(1, label),
          meta_data,
          ...(memberships.length > 0 && { groups: memberships.map((group) => toId(7, group)) }),
          labels: isLabelled
            ? [
                { id: toId(3, 0), value: null },
                { id: toId(3, 2), value: 2.5 },
              ]
            : [],
        })),
        polygons: fields.polygons.map(({ box: data, label, meta: meta_data }) => {
          const [x1, y1, x2, y2] = toCorners(data);
          return { id: '', data: [x1, y1, x2, y1, x2, y2], label: toId(2, label), meta_data };
        }),
        points: fields.points.map((data) => ({ id: '', data: data.slice(0, 2), name: names[0] })),
        groups: fields.groups.map((group) => ({ id: toId(7, group), name: toGroup(groups[group]!, names, email).name })),
        jobs: fields.jobs.map(({ job, isMarked }) => {
          const { todoNumber, blind } = jobs[job]!;
          const completions = isMarked ? [{ email, done: '2026-01-03T03:04:05.678Z', seconds: 2.5 }] : [];
          const isDone = isMarked && todoNumber === 1;
          // An export does not contain the work of individual users. In a job with independent work (`blind`), an import therefore
          // restores only items that are done.
          const count = isDone || (isMarked && !blind) ? 1 : 0;
          return { id: toId(8, job), name: names[0], done: isDone, count, by: completions };
        }),
        products: fields.objects.flatMap(({ products: objectProducts }, number) =>
          objectProducts.map((product) => ({ ...toProduct(products[product]!, names), object: toId(5, number) })),
        ),
      },
    });
  }
  files['console.jsonl'] = [...header, ...images].map((fields) => JSON.stringify(fields)).join('\n');
  return files;
}

/** Sorts keys, because the database stores the keys of objects in another order. */
const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

/**
 * Converts lines to comparable values. Leaves out ids, recomputed numbers, and the dates and work of users, which an import does not
 * restore.
 */
export function toComparable(text: string): unknown[] {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => ConsoleLine.parse(JSON.parse(line)));
  const labelsById = new Map(
    lines.flatMap((line) => ('label' in line ? [[line.label.id, { ...line.label, id: '' }] as const] : [])),
  );
  const sortRows = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row, sortKeys)).sort();
  const toValues = (rows: readonly { id: string; value: number | null }[]) =>
    sortRows(rows.map(({ id: label, value }) => [labelsById.get(label), value]));
  const listEmails = (rows: readonly { email: string }[]) => rows.map(({ email }) => email).sort();
  const groups = new Map<string, unknown>();
  const jobs = new Map<string, unknown>();
  for (const line of lines) {
    if ('group' in line) {
      const { id: group, verified_by, groups: parents, declared: _, ...groupFields } = line.group;
      groups.set(group, {
        ...groupFields,
        verified_by: listEmails(verified_by),
        groups: sortRows(parents.map((fields) => groups.get(fields))),
      });
    } else if ('job' in line) {
      const { id: job, mark_done_label, tasks, ...jobFields } = line.job;
      const comparableTasks = tasks.map(({ labels, negative, ...task }) => ({
        ...task,
        labels: sortRows(labels.map((label) => labelsById.get(label))),
        negative: labelsById.get(negative ?? ''),
      }));
      jobs.set(job, { ...jobFields, tasks: sortRows(comparableTasks), label: labelsById.get(mark_done_label ?? '') });
    }
  }
  return lines.flatMap((line) => {
    if (!('image' in line)) return [];
    const { test, real, meta_data, verified_by, width, height, ...image } = line.image;
    return {
      test,
      real,
      meta_data,
      width,
      height,
      labels: toValues(image.labels),
      verified_by: listEmails(verified_by),
      objects: sortRows(
        image.objects.map(({ id: object, data, label, meta_data: metaData, labels: objectLabels, groups: memberships = [] }) => [
          ...[
            data,
            labelsById.get(label),
            metaData,
            toValues(objectLabels),
            sortRows(memberships.map((group) => groups.get(group))),
          ],
          sortRows(
            image.products.flatMap(({ id: _, object: objectId, prices = [], ...product }) =>
              objectId === object
                ? [{ ...product, prices: prices.map(({ date, ...price }) => ({ ...price, date: Date.parse(date) })) }]
                : [],
            ),
          ),
        ]),
      ),
      polygons: sortRows(image.polygons.map(({ data, label, meta_data: metaData }) => [data, labelsById.get(label), metaData])),
      points: sortRows(image.points.map(({ data, name }) => [data, name])),
      groups: sortRows(image.groups.map(({ id: group }) => groups.get(group))),
      jobs: sortRows(image.jobs.map(({ id: job, done, count }) => [jobs.get(job), done, count])),
    };
  });
}
