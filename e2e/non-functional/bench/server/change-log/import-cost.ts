import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Import } from '@console/shared-contract/api';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { createZip, ImportDriver } from '../../../../../server/src/testing/api/import-driver';
import { measureTime, percentile, type Cell } from '../../../support/measure';
import { alternateLog, type LogState } from './alternate-log';

const IMAGES = 200;
const BOXES_OF_IMAGE = 5;
const POLL_MS = 20;
const MAX_RATIO = 1.1;

export const IMPORT_HEADER = [
  `import of ${IMAGES} images with ${IMAGES * BOXES_OF_IMAGE} boxes`,
  'base',
  'changed',
  'ratio',
  'limit',
];

/** The sources that the imported file declares for its boxes. The import stores a declared source as a fact about the box. */
const SOURCES = {
  'no facts': () => null,
  'equal facts': () => 'auto',
  'different facts': (box: number) => `model ${box}`,
} as const;
type Facts = keyof typeof SOURCES;
const ALL_FACTS = Object.keys(SOURCES) as Facts[];
const STEPS = ['plan', 'run'] as const;
type Step = (typeof STEPS)[number];

/**
 * Compares imports over HTTP with and without the triggers of the change log, and with and without a declared fact about each box.
 * Returns table rows with medians in milliseconds, and the names of the rows that exceed their limit.
 */
export async function measureImportCost(
  client: TestClient,
  db: Db,
  workspaceId: string,
  rounds: number,
): Promise<{ rows: Cell[][]; exceeded: string[] }> {
  const durations = new Map<string, number[]>();
  const toKey = (state: LogState, facts: Facts, step: Step) => `${state} ${facts} ${step}`;
  await alternateLog(db, rounds, async (state, round) => {
    const { length } = ALL_FACTS;
    for (let index = 0; index < length; index += 1) {
      // Rotate the order, so that each variant is measured first equally often.
      const facts = ALL_FACTS[(index + round + length) % length]!;
      const measured = await measureImport(client, workspaceId, facts);
      if (round < 0) continue;
      for (const step of STEPS) {
        const key = toKey(state, facts, step);
        durations.set(key, [...(durations.get(key) ?? []), measured[step]]);
      }
    }
  });
  const median = (...key: Parameters<typeof toKey>) => percentile(durations.get(toKey(...key)) ?? [], 0.5);
  const toRow = (name: string, base: number, measured: number, limit?: number): Cell[] => [
    ...[name, base, measured, (measured / base).toFixed(2), limit?.toFixed(2) ?? ''],
  ];
  const rows = [
    ...ALL_FACTS.map((facts) =>
      toRow(`run with ${facts}: with log / without`, median('off', facts, 'run'), median('on', facts, 'run'), MAX_RATIO),
    ),
    ...STEPS.flatMap((step) =>
      (['equal facts', 'different facts'] as const).map((facts) =>
        toRow(
          `${step} with log: ${facts} / no facts`,
          median('on', 'no facts', step),
          median('on', facts, step),
          step === 'run' ? MAX_RATIO : undefined,
        ),
      ),
    ),
  ];
  const isExceeded = ([, , , ratio, limit]: Cell[]) => limit !== '' && Number(ratio) > Number(limit);
  return { rows, exceeded: rows.filter(isExceeded).map(([name]) => String(name)) };
}

/** Imports new images with boxes. Returns the milliseconds of the plan and of the run. */
async function measureImport(client: TestClient, workspaceId: string, facts: Facts): Promise<Record<Step, number>> {
  const prefix = randomUUID();
  const names = Array.from({ length: IMAGES }, (_, index) => `${prefix}-${index}.png`);
  const files: Record<string, Buffer> = {};
  for (const name of names) files[name] = Buffer.from(await createImageBase64(), 'base64');
  const zip = await createZip({ ...files, 'annotations.xml': Buffer.from(createAnnotations(names, facts)) });
  let current = '';
  const driver = new ImportDriver({ origin: client.origin, runWork: () => waitForImport(client, current) }, client);
  current = await driver.createImport({ 'import.zip': zip }, { workspace: workspaceId });
  const plan = await measureTime(() => driver.planImport(current));
  const planned = await driver.readImport(current);
  const expected = facts === 'no facts' ? 0 : IMAGES * BOXES_OF_IMAGE;
  if (planned.plan?.pictures.new !== IMAGES || (planned.plan.declared?.shapes ?? 0) !== expected)
    throw new Error(`The import was not planned: ${planned.error ?? JSON.stringify(planned.plan)}`);
  return { plan, run: await measureTime(() => driver.runImport(current)) };
}

/** Returns a CVAT file with boxes in each image. */
function createAnnotations(names: readonly string[], facts: Facts): string {
  const createBox = (image: number, box: number) => {
    const [x, y] = [(image + box * 7) % 30, (image + box * 3) % 20];
    const source = SOURCES[facts](box);
    const attributes = source === null ? '' : ` source="${source}"`;
    return `<box label="Imported ${box % 3}"${attributes} occluded="0" xtl="${x}" ytl="${y}" xbr="${x + 20}" ybr="${y + 10}"/>`;
  };
  const boxes = (image: number) => Array.from({ length: BOXES_OF_IMAGE }, (_, box) => createBox(image, box)).join('');
  const images = names.map((name, index) => `<image id="${index}" name="${name}" width="64" height="48">${boxes(index)}</image>`);
  return `<annotations><version>1.1</version>${images.join('')}</annotations>`;
}

async function waitForImport(client: TestClient, id: string): Promise<void> {
  for (;;) {
    const { state, error } = expectBody<Import>(await client.get(`/recognition/v2/import/${id}`));
    if (state === 'failed') throw new Error(error ?? state);
    if (state === 'planned' || state === 'done') return;
    await delay(POLL_MS);
  }
}
