import { ConsoleLine, CONSOLE_LINES_VERSION } from '@console/shared-contract/api';
import type { DiscoveredFile } from './file-set';
import { readLines } from './text';
import {
  readEach,
  UnreadableError,
  type Reader,
  type DeclaredGroup,
  type DeclaredJob,
  type DeclaredProduct,
  type ImportSink,
} from './reader';

type ImageLine = Extract<ConsoleLine, { image: unknown }>['image'];

/** The console's own lines (`ConsoleLine` of the contract), which leave nothing out. */
export const readConsole: Reader = async (files, sink) => {
  await readEach(files.findBySuffix('.jsonl'), sink, async (file) => {
    const classes = new Map<string, string>();
    let number = 0;
    for await (const text of readLines(await files.open(file))) {
      number += 1;
      if (text.trim() === '') continue;
      const line = lineOf(text);
      if (number === 1 && !(line && 'annotation_console' in line))
        throw new UnreadableError(`The first line is not the header of the console format, version ${CONSOLE_LINES_VERSION}.`);
      if (!line)
        sink.addUnreadable(
          `${file.path}, line ${number}`,
          'Not a valid line of the console format. The file may be truncated or edited.',
        );
      else if ('label' in line) classes.set(line.label.id, sink.addClass(line.label));
      else if ('group' in line) await sink.addEntity('group', groupOf(line.group));
      else if ('job' in line) await sink.addEntity('job', jobOf(line.job, classes));
      else if ('image' in line) await take(line.image, file, { classes, sink });
    }
  });
};

function lineOf(text: string): ConsoleLine | null {
  try {
    return ConsoleLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function groupOf({ verified_by, ...group }: Extract<ConsoleLine, { group: unknown }>['group']): DeclaredGroup {
  return { ...group, is_verified: verified_by.length > 0 };
}

/** Labels of a line of their own come before it. */
function jobOf(job: DeclaredJob, classes: ReadonlyMap<string, string>): DeclaredJob {
  const keyOf = (label: string | null) => (label === null ? null : (classes.get(label) ?? null));
  const tasks = job.tasks.map((task) => ({
    ...task,
    labels: task.labels.flatMap((label) => keyOf(label) ?? []),
    negative: keyOf(task.negative),
  }));
  return { ...job, mark_done_label: keyOf(job.mark_done_label), tasks };
}

async function take(
  image: ImageLine,
  from: DiscoveredFile,
  { classes, sink }: { classes: ReadonlyMap<string, string>; sink: ImportSink },
): Promise<void> {
  const { id, file, content_hash: hash, test, real, meta_data, verified_by, groups, jobs, products } = image;
  const isIn = [];
  for (const group of groups) isIn.push(await sink.addEntity('group', group));
  const items = [];
  for (const { id: job, name, done, count } of jobs)
    items.push({ done, count, key: await sink.addEntity('job', { id: job, name }) });
  const facts = { hash, test, real, meta_data, is_verified: verified_by.length > 0, groups: isIn, jobs: items };
  const picture = sink.addReference({ path: file ?? `picture-${id}.jpg`, from }, facts);
  const cutOut = new Map(image.objects.map(({ id: object }) => [object, [] as DeclaredProduct[]]));
  for (const { object, ...product } of products) {
    const known = cutOut.get(object);
    if (known) known.push(product);
    else sink.addNote(picture, 'Products of objects that were deleted');
  }
  const classOf = (label: string): string | undefined => {
    const key = classes.get(label);
    if (key === undefined) sink.addNote(picture, 'Labels that the file does not declare');
    return key;
  };
  const said = (labels: ImageLine['labels']) =>
    labels.flatMap((label) => {
      const key = classOf(label.id);
      return key === undefined ? [] : { class: key, value: label.value };
    });
  for (const label of said(image.labels)) await sink.addShape(picture, { kind: 'label', data: [], ...label });
  for (const [kind, shapes] of [
    ['box', image.objects],
    ['polygon', image.polygons],
  ] as const)
    for (const { label, data, meta_data: meta, ...others } of shapes) {
      const key = classOf(label);
      const labels = 'labels' in others ? said(others.labels) : [];
      const shown = kind === 'box' ? (cutOut.get(others.id) ?? []) : [];
      const isInGroups = ('groups' in others ? (others.groups ?? []) : []).flatMap(
        (group) => sink.findEntity('group', group) ?? [],
      );
      if (key !== undefined)
        await sink.addShape(picture, {
          ...{ kind, class: key, data, meta_data: meta },
          ...(labels.length > 0 && { labels }),
          ...(shown.length > 0 && { products: shown }),
          ...(isInGroups.length > 0 && { groups: isInGroups }),
        });
    }
  for (const { name, data } of image.points) await sink.addShape(picture, { kind: 'point', class: name, data });
}
