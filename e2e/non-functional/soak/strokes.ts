// `npm run soak -- strokes [--kills 100] [--seed 1]`: draws, deletes and undoes in the real screen while the
// server or the tab is killed at random moments. Then compares what the screen showed with the server's data.
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { createRandom } from '../../../server/learner/src/sampling/random';
import { ignoreClosedOutput } from '../../../server/src/operations/cli/closed-pipe.mjs';
import { demo } from '../../support/accounts';
import { Api } from '../../support/api';
import { openSignedIn } from '../../support/console';
import { ConsoleServer } from '../../support/console-server';
import { createImage } from '../../support/images';
import { Board, CELL_COUNT, drawBoxInCell, LAST_CELL } from './board';
import { describeUnsent, watchStore } from './store-watch';
import { print } from '../support/output';

const MAX_STROKES = 6;
/** Maximum milliseconds from the first stroke of a round to the kill. */
const MAX_KILL_DELAY_MS = 2500;
/** Timeout in milliseconds for a stroke to appear. A stroke interrupted by the kill never appears. */
const SHOWN_TIMEOUT_MS = 20_000;
const SENT_TIMEOUT_MS = 120_000;

const KILL_KINDS = ['tab', 'server', 'server, then tab'] as const;
type KillKind = (typeof KILL_KINDS)[number];

/** A tab with one image. Each box is identified by the cell of an imaginary grid in which it is drawn. */
class TabSession {
  /** Cells of the boxes that the screen has shown. */
  readonly seenCells = new Set<number>();
  /** Cells whose drawing or removal was interrupted by the kill. They may contain one box, but never two. */
  readonly uncertainCells = new Set<number>();
  /** Cells whose latest change the killed tab had shown, but not yet stored in its outbox (in IndexedDB). */
  readonly unstoredCells = new Set<number>();
  /** Milliseconds from the last input event of each gesture until the outbox had stored the gesture. */
  readonly storeDurations: number[] = [];
  /** Changes in the current tab: their cells in the order of display, and how many of the changes are stored. */
  private tabChanges = { shown: [] as number[], stored: 0 };
  private nextCell = 0;
  /** URLs of pending requests of the tab. */
  private readonly pendingRequests = new Set<string>();
  private page: Page | undefined;

  constructor(
    private readonly context: BrowserContext,
    private readonly random: () => number,
    readonly image: string,
  ) {}

  get isFull(): boolean {
    return this.nextCell + MAX_STROKES >= LAST_CELL;
  }

  /** Opens the image in a new tab. Resolves when the image can be annotated and all earlier changes are sent. */
  async open(): Promise<void> {
    await this.page?.close({ runBeforeUnload: false });
    const page = await this.context.newPage();
    this.page = page;
    this.pendingRequests.clear();
    page.on('request', (request) => this.pendingRequests.add(request.url()));
    page.on('requestfinished', (request) => this.pendingRequests.delete(request.url()));
    page.on('requestfailed', (request) => this.pendingRequests.delete(request.url()));
    const tabChanges = { shown: [], stored: 0 };
    await watchStore(page, (milliseconds) => {
      tabChanges.stored += 1;
      if (this.tabChanges === tabChanges) this.storeDurations.push(milliseconds);
    });
    await openSignedIn(page, `/image/${this.image}`);
    await this.waitUntilSaved();
    await page.getByRole('radio', { name: 'Draw objects' }).click();
    const label = page.getByRole('combobox', { name: 'Label for new shapes' });
    if ((await label.inputValue()) === 'Ask each time') await page.keyboard.press('1');
    await expect(label).not.toHaveValue('Ask each time');
    // On start, the outbox writes the entries of an earlier tab again. Do not count these writes as new gestures.
    tabChanges.stored = 0;
    this.tabChanges = tabChanges;
  }

  async waitUntilSaved(): Promise<void> {
    const saveStatus = this.screen.getByRole('status', { name: 'Save state' });
    // Retry immediately instead of waiting for the next automatic attempt.
    const clickRetry = async () => {
      await saveStatus.getByRole('button').click({ timeout: 1000 });
      await this.screen.getByRole('button', { name: 'Try now' }).click({ timeout: 1000 });
    };
    const isWaiting = async () => (await saveStatus.textContent({ timeout: SENT_TIMEOUT_MS }))?.includes('waiting') ?? false;
    if (await isWaiting()) await clickRetry().catch(() => undefined);
    try {
      await expect(saveStatus).toHaveText('Saved', { timeout: SENT_TIMEOUT_MS });
    } catch (error) {
      print(
        `Not saved: ${await describeUnsent(this.screen)}; pending requests: ${[...this.pendingRequests].join(', ') || 'nothing'}`,
      );
      throw error;
    }
  }

  private get screen(): Page {
    if (!this.page) throw new Error('No tab is open');
    return this.page;
  }

  /** Kills the tab's process abruptly, as the operating system does when memory runs out. */
  async killTab(): Promise<void> {
    const devtools = await this.context.newCDPSession(this.screen);
    const crash = this.screen.waitForEvent('crash');
    // The command that kills the page never returns.
    void devtools.send('Page.crash').catch(() => undefined);
    await crash;
  }

  /** Records which changes the killed tab had shown but not stored. */
  recordUnstored(): void {
    this.killedTabReport = `the killed tab had shown ${this.tabChanges.shown.join(', ')} and stored ${this.tabChanges.stored} of them`;
    for (const cell of this.tabChanges.shown.slice(this.tabChanges.stored)) this.unstoredCells.add(cell);
  }

  private async waitForCount(count: number): Promise<void> {
    await expect(this.screen.getByText(`Objects: ${count}`, { exact: true })).toBeVisible({ timeout: SHOWN_TIMEOUT_MS });
  }

  async drawBox(cell = this.nextCell++): Promise<void> {
    const countBefore = await this.countObjects();
    this.uncertainCells.add(cell);
    await drawBoxInCell(this.screen, cell);
    await this.waitForCount(countBefore + 1);
    this.uncertainCells.delete(cell);
    this.seenCells.add(cell);
    this.tabChanges.shown.push(cell);
  }

  /** Removes the latest box by deleting it or by undo. */
  private async removeLatest(): Promise<void> {
    const cell = this.nextCell - 1;
    const countBefore = await this.countObjects();
    this.seenCells.delete(cell);
    this.uncertainCells.add(cell);
    await this.screen.keyboard.press(this.random() < 0.5 ? 'Delete' : 'Control+z');
    await this.waitForCount(countBefore - 1);
    this.uncertainCells.delete(cell);
    this.tabChanges.shown.push(cell);
  }

  /** Replaces the expected state of the uncertain cells by the server's state. */
  reconcile(counts: ReadonlyMap<number, number>): void {
    for (const cell of [...this.uncertainCells, ...this.unstoredCells]) {
      if (counts.has(cell)) this.seenCells.add(cell);
      else this.seenCells.delete(cell);
    }
    this.uncertainCells.clear();
    this.unstoredCells.clear();
  }

  /** Describes what the latest killed tab had shown and stored, for the report. */
  killedTabReport = '';

  private async countObjects(): Promise<number> {
    return Number((await this.screen.getByText(/^Objects: \d+$/).textContent({ timeout: SHOWN_TIMEOUT_MS }))?.match(/\d+/)?.[0]);
  }

  /** Draws boxes, and randomly removes some of them, until all are drawn or the tab is killed. */
  async drawBoxes(strokes: number): Promise<void> {
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      await this.drawBox();
      if (this.random() < 0.25) await this.removeLatest();
      await pause(this.random() * 300);
    }
  }
}

interface Losses {
  /** Cells of the first losses, for debugging. */
  readonly cells: number[];
  lost: number;
  duplicated: number;
  /** Boxes shown as deleted or undone that still exist. */
  reappeared: number;
  /** Boxes whose latest change was lost before the outbox had stored it. */
  unstoredLost: number;
}

function compareWithServer(
  counts: ReadonlyMap<number, number>,
  { seenCells, uncertainCells, unstoredCells }: TabSession,
): Losses {
  const losses: Losses = { cells: [], lost: 0, duplicated: 0, reappeared: 0, unstoredLost: 0 };
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const count = counts.get(cell) ?? 0;
    const isUnexpected = count === 0 ? seenCells.has(cell) : !seenCells.has(cell) && !uncertainCells.has(cell);
    if (count > 1) losses.duplicated += 1;
    if (count > 1 || (isUnexpected && !unstoredCells.has(cell))) losses.cells.push(cell);
    if (isUnexpected) losses[unstoredCells.has(cell) ? 'unstoredLost' : count === 0 ? 'lost' : 'reappeared'] += 1;
  }
  return losses;
}

const countFailures = ({ lost, duplicated, reappeared }: Losses): number => lost + duplicated + reappeared;

function formatLosses({ lost, duplicated, reappeared, unstoredLost }: Losses, storeDurations: readonly number[]): string {
  const sortedDurations = [...storeDurations].sort((a, b) => a - b);
  const formatQuantile = (ratio: number) => Math.round(sortedDurations[Math.floor((sortedDurations.length - 1) * ratio)] ?? 0);
  return [
    `${lost} lost, ${duplicated} duplicated, ${reappeared} reappeared after removal; ${unstoredLost} shown but not stored when the tab was killed`,
    `from input to store: p50 ${formatQuantile(0.5)} ms, p95 ${formatQuantile(0.95)} ms, max ${formatQuantile(1)} ms`,
  ].join('; ');
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' }, seed: { type: 'string' } } });
  const killCount = Number(values.kills);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!(killCount > 0) || Number.isNaN(seed)) throw new Error('npm run soak -- strokes [--kills 100] [--seed 1]');
  const random = createRandom(seed);
  print(`Seed ${seed}.`);
  const server = await ConsoleServer.create();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  const totalLosses: Losses = { cells: [], lost: 0, duplicated: 0, reappeared: 0, unstoredLost: 0 };
  const killCounts: Record<KillKind, number> = { tab: 0, server: 0, 'server, then tab': 0 };
  let strokes = 0;
  let interruptedCount = 0;
  const storeDurations: number[] = [];
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 820 } });
    context.setDefaultTimeout(SENT_TIMEOUT_MS);
    const openSession = async (): Promise<TabSession> => {
      const api = await Api.signIn(server.url, demo);
      const { buffer } = await createImage('strokes', { width: 1600, height: 1300 });
      const session = new TabSession(context, random, await api.uploadImage(await api.findWorkspaceId('Demo'), buffer));
      await session.open();
      return session;
    };
    let session = await openSession();
    await session.drawBox(0);
    await session.drawBox(LAST_CELL);
    await session.waitUntilSaved();
    const board = await Board.read(await Api.signIn(server.url, demo), session.image);
    session = await openSession();
    for (let killNumber = 1; killNumber <= killCount; killNumber += 1) {
      const killKind = KILL_KINDS[Math.floor(random() * KILL_KINDS.length)] ?? 'tab';
      const killTab = async () => {
        await session.killTab();
        return 'dead' as const;
      };
      const drawingPromise = session.drawBoxes(1 + Math.floor(random() * MAX_STROKES));
      // An action interrupted by the kill throws. Its cell is recorded as uncertain.
      const interruption = drawingPromise.then(
        () => null,
        (error: unknown) => error,
      );
      await pause(random() * MAX_KILL_DELAY_MS);
      if (killKind !== 'tab') await server.kill();
      if (killKind === 'server, then tab') await pause(random() * MAX_KILL_DELAY_MS);
      const tabState = killKind === 'server' ? 'alive' : await killTab();
      const error = await interruption;
      if (tabState === 'alive' && error instanceof Error) throw error;
      if (tabState === 'dead') session.recordUnstored();
      if (killKind !== 'tab') await server.start();
      if (tabState === 'dead') await session.open();
      await session.waitUntilSaved();
      killCounts[killKind] += 1;
      const api = await Api.signIn(server.url, demo);
      const counts = await board.countBoxes(api, session.image);
      const losses = compareWithServer(counts, session);
      for (const measure of ['lost', 'duplicated', 'reappeared', 'unstoredLost'] as const)
        totalLosses[measure] += losses[measure];
      interruptedCount += session.uncertainCells.size;
      session.reconcile(counts);
      const failures = countFailures(losses);
      const isEnd = killNumber === killCount || session.isFull || failures > 0;
      if (failures > 0)
        print(
          `Kill ${killNumber} (${killKind}): ${losses.lost} lost, ${losses.duplicated} duplicated, ${losses.reappeared} reappeared; boxes ${losses.cells.join(', ')}; ${session.killedTabReport}`,
        );
      if (killNumber % 5 === 0)
        print(`${killNumber} kills: ${formatLosses(totalLosses, [...storeDurations, ...session.storeDurations])}`);
      if (!isEnd) continue;
      strokes += session.seenCells.size;
      storeDurations.push(...session.storeDurations);
      if (killNumber < killCount) session = await openSession();
    }
    print(
      `${killCount} kills (${KILL_KINDS.map((kind) => `${killCounts[kind]} ${kind}`).join('; ')}), ${strokes} strokes drawn, ${interruptedCount} interrupted by a kill`,
    );
    print(formatLosses(totalLosses, storeDurations));
    return countFailures(totalLosses);
  } finally {
    await browser.close();
    await server.stopAndDelete();
  }
}

ignoreClosedOutput();
main().then(
  (failures) => process.exit(failures > 0 ? 1 : 0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
