import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Import } from '@console/shared-contract/api';
import type { Db } from '../../../../../server/src/platform/database/connection';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { createZip, ImportDriver } from '../../../../../server/src/testing/api/import-driver';
import { measureTime, percentile, type Cell } from '../../../support/measure';
import { alternateLog, type LogState } from './alternate-log';

const IMAGE_COUNT = 200;
const BOXES_OF_IMAGE = 5;
const POLL_MS = 20;
const MAX_RATIO = 1.1;

export const IMPORT_HEADER = [
  `import of ${IMAGE_COUNT} images with ${IMAGE_COUNT * BOXES_OF_IMAGE} boxes`,
  'base',
  'changed',
  'ratio',
  'limit',
];

/** The sources that the imported file declares for its boxes. The import stores a declared source as a fact about the box. */
const BOX_SOURCES = {
  'no facts': () => null,
  'equal facts': () => 'auto',
  'different facts': (box: number) => `model ${box}`,
} as const;
type FactsKind = keyof typeof BOX_SOURCES;
const FACTS_KINDS = Object.keys(BOX_SOURCES) as FactsKind[];
const IMPORT_STEPS = ['plan', 'run'] as const;
type Step = (typeof IMPORT_STEPS)[number];

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
  const toKey = (state: LogState, factsKind: FactsKind, step: Step) => `${state} ${factsKind} ${step}`;
  await alternateLog(db, rounds, async (state, round) => {
    const { length } = FACTS_KINDS;
    for (let index = 0; index < length; index += 1) {
      // Rotate the order, so that each variant is measured first equally often.
      const factsKind = FACTS_KINDS[(index + round + length) % length]!;
      const measuredDurations = await measureImport(client, workspaceId, factsKind);
      if (round < 0) continue;
      for (const step of IMPORT_STEPS) {
        const key = toKey(state, factsKind, step);
        durations.set(key, [...(durations.get(key) ?? []), measuredDurations[step]]);
      }
    }
  });
  const median = (...key: Parameters<typeof toKey>) => percentile(durations.get(toKey(...key)) ?? [], 0.5);
  const toRow = (name: string, baseline: number, measured: number, limit?: number): Cell[] => [
    ...[name, baseline, measured, (measured / baseline).toFixed(2), limit?.toFixed(2) ?? ''],
  ];
  const rows = [
    ...FACTS_KINDS.map((factsKind) =>
      toRow(
        `run with ${factsKind}: with log / without`,
        median('off', factsKind, 'run'),
        median('on', factsKind, 'run'),
        MAX_RATIO,
      ),
    ),
    ...IMPORT_STEPS.flatMap((step) =>
      (['equal facts', 'different facts'] as const).map((factsKind) =>
        toRow(
          `${step} with log: ${factsKind} / no facts`,
          median('on', 'no facts', step),
          median('on', factsKind, step),
          step === 'run' ? MAX_RATIO : undefined,
        ),
      ),
    ),
  ];
  const isExceeded = ([, , , ratio, limit]: Cell[]) => limit !== '' && Number(ratio) > Number(limit);
  return { rows, exceeded: rows.filter(isExceeded).map(([name]) => String(name)) };
}

/** Imports new images with boxes. Returns the milliseconds of the plan and of the run. */
async function measureImport(client: TestClient, workspaceId: string, factsKind: FactsKind): Promise<Record<Step, number>> {
  const prefix = randomUUID();
  const names = Array.from({ length: IMAGE_COUNT }, (_, index) => `${prefix}-${index}.png`);
  const files: Record<string, Buffer> = {};
  for (const name of names) files[name] = Buffer.from(await createImageBase64(), 'base64');
  const zip = await createZip({ ...files, 'annotations.xml': Buffer.from(createAnnotations(names, factsKind)) });
  let currentImportId = '';
  const importDriver = new ImportDriver({ origin: client.origin, runWork: () => waitForImport(client, currentImportId) }, client);
  currentImportId = await importDriver.createImport({ 'import.zip': zip }, { workspace: workspaceId });
  const planDuration = await measureTime(() => importDriver.planImport(currentImportId));
  const plannedImport = await importDriver.readImport(currentImportId);
  const expectedFactCount = factsKind === 'no facts' ? 0 : IMAGE_COUNT * BOXES_OF_IMAGE;
  if (plannedImport.plan?.pictures.new !== IMAGE_COUNT || (plannedImport.plan.declared?.shapes ?? 0) !== expectedFactCount)
    throw new Error(`The import was not planned: ${plannedImport.error ?? JSON.stringify(plannedImport.plan)}`);
  return { plan: planDuration, run: await measureTime(() => importDriver.runImport(currentImportId)) };
}

/** Returns a CVAT file with boxes in each image. */
function createAnnotations(names: readonly string[], factsKind: FactsKind): string {
  const createBox = (image: number, box: number) => {
    const [x, y] = [(image + box * 7) % 30, (image + box * 3) % 20];
    const source = BOX_SOURCES[factsKind](box);
    const attributes = source === null ? '' : ` source="${source}"`;
    return `<box label="Imported ${box % 3}"${attributes} occluded="0" xtl="${x}" ytl="${y}" xbr="${x + 20}" ybr="${y + 10}"/>`;
  };
  const createBoxes = (image: number) => Array.from({ length: BOXES_OF_IMAGE }, (_, box) => createBox(image, box)).join('');
  const images = names.map(
    (name, index) => `<image id="${index}" name="${name}" width="64" height="48">${createBoxes(index)}</image>`,
  );
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
