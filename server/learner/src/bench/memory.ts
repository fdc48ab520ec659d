import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, constants, loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ChildMessage } from '../../../src/platform/children/protocol';
import type { Example, LearnerRequest, LearnerResult, ModelNotes, Progress, TrainingPhase } from '../protocol/protocol';
import { createRandom, type Random } from '../sampling/random';
import { printLine } from './measurements';

const [WIDTH, HEIGHT] = [640, 480];
const OBJECTS_PER_IMAGE = 12;
const OBJECT_KINDS = [
  { id: 'red', colour: '#c43c3c' },
  { id: 'blue', colour: '#3c50c4' },
] as const;

/** Measures the peak memory of a training process with `imageCount` generated images. Works on Linux only, which reports the peak. */
export async function benchMemory(imageCount: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-memory-'));
  try {
    const manifest = join(folder, 'examples.jsonl');
    const examples: Example[] = [];
    const random = createRandom(1);
    for (let index = 0; index < imageCount; index += 1)
      examples.push(await drawImage(folder, index, index >= imageCount * 0.95, random));
    await writeFile(manifest, examples.map((example) => JSON.stringify(example)).join('\n'));
    await mkdir(join(folder, 'training'));
    const labels = OBJECT_KINDS.map(({ id }) => ({ id, name: id }));
    const request = {
      domain: 'detection',
      labels,
      manifest,
      inputSize: WIDTH,
      seed: 1,
      folder: join(folder, 'training'),
    } as const;
    const startTime = performance.now();
    const { notes, peaks } = await trainInProcess({ train: request });
    const minutes = ((performance.now() - startTime) / 60_000).toFixed(1);
    printLine(
      `Training on ${imageCount} images of ${WIDTH} x ${HEIGHT}: at most ${Math.max(...Object.values(peaks))} MB (${Object.entries(
        peaks,
      )
        .map(([phase, megabytes]) => `${phase} ${megabytes}`)
        .join(
          ', ',
        )}), mAP50 ${notes.scores.map50?.toFixed(3)}, ${minutes} minutes, ${availableParallelism()} processors, load ${loadavg()[0]!.toFixed(1)}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Trains in a separate process. `peaks` is the peak memory in MB at the last progress report of each phase. */
async function trainInProcess(
  request: LearnerRequest,
): Promise<{ notes: ModelNotes; peaks: Partial<Record<TrainingPhase, number>> }> {
  const child = fork(join(__dirname, '..', 'main.ts'), {
    serialization: 'advanced',
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  });
  setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
  await once(child, 'message');
  const peaks: Partial<Record<TrainingPhase, number>> = {};
  try {
    return await new Promise((resolve, reject) => {
      child.on('exit', (code) => reject(new Error(`The process exited (${code})`)));
      child.on('message', (report: ChildMessage<LearnerResult, Progress>) => {
        if ('event' in report) void readPeakMemory(child.pid!).then((megabytes) => (peaks[report.event.phase] = megabytes));
        else if ('failed' in report) reject(new Error(report.failed.message));
        else if ('done' in report && 'trained' in report.done) resolve({ notes: report.done.trained.notes, peaks });
      });
      child.send({ id: 1, request });
    });
  } finally {
    child.removeAllListeners('exit');
    child.kill();
  }
}

/** The peak resident memory of a process, in MB. */
async function readPeakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round((Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024) / 1e6);
}

/** Draws an image with ellipses of two colours in random places. */
async function drawImage(folder: string, index: number, isTest: boolean, random: Random): Promise<Example> {
  const boxes = Array.from({ length: OBJECTS_PER_IMAGE }, () => {
    const { id } = OBJECT_KINDS[random() < 0.5 ? 0 : 1];
    const [width, height] = [16 + Math.floor(random() * 60), 16 + Math.floor(random() * 60)];
    const [x, y] = [Math.floor(random() * (WIDTH - width)), Math.floor(random() * (HEIGHT - height))];
    return { label: id, box: [x, y, x + width, y + height] as const };
  });
  const shapes = boxes.map(({ label, box: [x1, y1, x2, y2] }) => {
    const { colour } = OBJECT_KINDS.find(({ id }) => id === label)!;
    return `<ellipse cx="${(x1 + x2) / 2}" cy="${(y1 + y2) / 2}" rx="${(x2 - x1) / 2}" ry="${(y2 - y1) / 2}" fill="${colour}"/>`;
  });
  const brightness = 150 + Math.floor(random() * 90);
  const background = `<rect width="100%" height="100%" fill="rgb(${brightness},${brightness},${brightness - 20})"/>`;
  const file = join(folder, `${index}.jpg`);
  await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${background}${shapes.join('')}</svg>`,
    ),
  )
    .jpeg()
    .toFile(file);
  return { id: String(index), file, width: WIDTH, height: HEIGHT, isTest, labels: [], boxes, polygons: [] };
}
