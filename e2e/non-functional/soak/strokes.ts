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
import { Board, CELLS, drawIn, LAST_CELL } from './board';
import { stuckOn, watchStore } from './store-watch';

const say = (text: string) => process.stdout.write(`${text}\n`);

const MOST_STROKES = 6;
/** Maximum milliseconds from the first stroke of a round to the kill. */
const KILL_WITHIN = 2500;
/** Timeout in milliseconds for a stroke to appear. A stroke interrupted by the kill never appears. */
const SEEN_WITHIN = 20_000;
const SENT_WITHIN = 120_000;

const KINDS = ['tab', 'server', 'server, then tab'] as const;
type Kind = (typeof KINDS)[number];

/** A tab with one image, and what it has shown. */
class Sitting {
  /** Boxes that the screen has shown. */
  readonly seen = new Set<number>();
  /** Boxes interrupted by the kill before the screen showed the result. They may exist, but never twice. */
  readonly unsure = new Set<number>();
  /** Boxes that the screen had shown but the store had not committed when the tab was killed. */
  readonly young = new Set<number>();
  /** Milliseconds from the last input of each gesture until it was stored. */
  readonly storing: number[] = [];
  /** For this tab: cells with visible changes in order, and the number of stored changes. */
  private tab = { shown: [] as number[], stored: 0 };
  private next = 0;
  /** URLs of pending requests of the tab. */
  private readonly asked = new Set<string>();
  private page: Page | undefined;

  constructor(
    private readonly context: BrowserContext,
    private readonly random: () => number,
    readonly image: string,
  ) {}

  get isFull(): boolean {
    return this.next + MOST_STROKES >= LAST_CELL;
  }

  /** Opens the image. Resolves when it can be annotated and all earlier work is sent. */
  async open(): Promise<void> {
    await this.page?.close({ runBeforeUnload: false });
    const page = await this.context.newPage();
    this.page = page;
    this.asked.clear();
    page.on('request', (request) => this.asked.add(request.url()));
    page.on('requestfinished', (request) => this.asked.delete(request.url()));
    page.on('requestfailed', (request) => this.asked.delete(request.url()));
    const tab = { shown: [], stored: 0 };
    await watchStore(page, (milliseconds) => {
      tab.stored += 1;
      if (this.tab === tab) this.storing.push(milliseconds);
    });
    await openSignedIn(page, `/image/${this.image}`);
    await this.saved();
    await page.getByRole('radio', { name: 'Draw objects' }).click();
    const label = page.getByRole('combobox', { name: 'Label for new shapes' });
    if ((await label.inputValue()) === 'Ask each time') await page.keyboard.press('1');
    await expect(label).not.toHaveValue('Ask each time');
    // Work of an earlier tab was stored again with its request.
    tab.stored = 0;
    this.tab = tab;
  }

  async saved(): Promise<void> {
    const state = this.screen.getByRole('status', { name: 'Save state' });
    // Retry immediately instead of waiting for the next automatic attempt.
    const hurry = async () => {
      await state.getByRole('button').click({ timeout: 1000 });
      await this.screen.getByRole('button', { name: 'Try now' }).click({ timeout: 1000 });
    };
    const isWaiting = async () => (await state.textContent({ timeout: SENT_WITHIN }))?.includes('waiting') ?? false;
    if (await isWaiting()) await hurry().catch(() => undefined);
    try {
      await expect(state).toHaveText('Saved', { timeout: SENT_WITHIN });
    } catch (error) {
      say(`Not saved: ${await stuckOn(this.screen)}; asked and not answered: ${[...this.asked].join(', ') || 'nothing'}`);
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
    const gone = this.screen.waitForEvent('crash');
    // The command that kills the page never returns.
    void devtools.send('Page.crash').catch(() => undefined);
    await gone;
  }

  /** Records what the killed tab had shown but not stored, after its last gesture. */
  buryTab(): void {
    this.lastTab = `the dead tab had shown ${this.tab.shown.join(', ')} and stored ${this.tab.stored} of them`;
    for (const cell of this.tab.shown.slice(this.tab.stored)) this.young.add(cell);
  }

  private async shows(count: number): Promise<void> {
    await expect(this.screen.getByText(`Objects: ${count}`, { exact: true })).toBeVisible({ timeout: SEEN_WITHIN });
  }

  async draw(cell = this.next++): Promise<void> {
    const before = await this.count();
    this.unsure.add(cell);
    await drawIn(this.screen, cell);
    await this.shows(before + 1);
    this.unsure.delete(cell);
    this.seen.add(cell);
    this.tab.shown.push(cell);
  }

  /** Removes the latest box by deleting it or by undo. */
  private async takeBack(): Promise<void> {
    const cell = this.next - 1;
    const before = await this.count();
    this.seen.delete(cell);
    this.unsure.add(cell);
    await this.screen.keyboard.press(this.random() < 0.5 ? 'Delete' : 'Control+z');
    await this.shows(before - 1);
    this.unsure.delete(cell);
    this.tab.shown.push(cell);
  }

  /** Continues from the server's state for cells whose state is uncertain. */
  settle(counts: ReadonlyMap<number, number>): void {
    for (const cell of [...this.unsure, ...this.young]) {
      if (counts.has(cell)) this.seen.add(cell);
      else this.seen.delete(cell);
    }
    this.unsure.clear();
    this.young.clear();
  }

  /** What the latest closed tab had shown and stored. */
  lastTab = '';

  private async count(): Promise<number> {
    return Number((await this.screen.getByText(/^Objects: \d+$/).textContent({ timeout: SEEN_WITHIN }))?.match(/\d+/)?.[0]);
  }

  /** Draws until everything is drawn or the tab is killed. */
  async drawOn(strokes: number): Promise<void> {
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      await this.draw();
      if (this.random() < 0.25) await this.takeBack();
      await pause(this.random() * 300);
    }
  }
}

interface Losses {
  /** Details of the first three losses, for debugging. */
  readonly cells: number[];
  lost: number;
  doubled: number;
  /** Boxes shown as deleted or undone that still exist. */
  back: number;
  /** Boxes whose latest uncommitted change was lost. */
  tooLate: number;
}

function lossesOf(counts: ReadonlyMap<number, number>, { seen, unsure, young }: Sitting): Losses {
  const found: Losses = { cells: [], lost: 0, doubled: 0, back: 0, tooLate: 0 };
  for (let cell = 0; cell < CELLS; cell += 1) {
    const count = counts.get(cell) ?? 0;
    const isOther = count === 0 ? seen.has(cell) : !seen.has(cell) && !unsure.has(cell);
    if (count > 1) found.doubled += 1;
    if (count > 1 || (isOther && !young.has(cell))) found.cells.push(cell);
    if (isOther) found[young.has(cell) ? 'tooLate' : count === 0 ? 'lost' : 'back'] += 1;
  }
  return found;
}

const brokenOf = ({ lost, doubled, back }: Losses): number => lost + doubled + back;

function figuresOf({ lost, doubled, back, tooLate }: Losses, storing: readonly number[]): string {
  const sorted = [...storing].sort((a, b) => a - b);
  const within = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return [
    `${lost} lost, ${doubled} there twice, ${back} taken back and there again; ${tooLate} seen but not yet stored when the tab died`,
    `from the hand to the store half within ${within(0.5)} ms, 95 % within ${within(0.95)} ms, the longest ${within(1)} ms`,
  ].join('; ');
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' }, seed: { type: 'string' } } });
  const kills = Number(values.kills);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!(kills > 0) || Number.isNaN(seed)) throw new Error('npm run soak -- strokes [--kills 100] [--seed 1]');
  const random = createRandom(seed);
  say(`Seed ${seed}.`);
  const server = await ConsoleServer.create();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  const total: Losses = { cells: [], lost: 0, doubled: 0, back: 0, tooLate: 0 };
  const done: Record<Kind, number> = { tab: 0, server: 0, 'server, then tab': 0 };
  let strokes = 0;
  let unsure = 0;
  const storing: number[] = [];
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 820 } });
    context.setDefaultTimeout(SENT_WITHIN);
    const newSitting = async (): Promise<Sitting> => {
      const api = await Api.signIn(server.url, demo);
      const { buffer } = await createImage('strokes', { width: 1600, height: 1300 });
      const sitting = new Sitting(context, random, await api.uploadImage(await api.findWorkspaceId('Demo'), buffer));
      await sitting.open();
      return sitting;
    };
    let sitting = await newSitting();
    await sitting.draw(0);
    await sitting.draw(LAST_CELL);
    await sitting.saved();
    const board = await Board.read(await Api.signIn(server.url, demo), sitting.image);
    sitting = await newSitting();
    for (let kill = 1; kill <= kills; kill += 1) {
      const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'tab';
      const killTab = async () => {
        await sitting.killTab();
        return 'dead' as const;
      };
      const drawing = sitting.drawOn(1 + Math.floor(random() * MOST_STROKES));
      // An action interrupted by the kill throws. Its cell is recorded as uncertain.
      const cutOff = drawing.then(
        () => null,
        (error: unknown) => error,
      );
      await pause(random() * KILL_WITHIN);
      if (kind !== 'tab') await server.kill();
      if (kind === 'server, then tab') await pause(random() * KILL_WITHIN);
      const state = kind === 'server' ? 'alive' : await killTab();
      const error = await cutOff;
      if (state === 'alive' && error instanceof Error) throw error;
      if (state === 'dead') sitting.buryTab();
      if (kind !== 'tab') await server.start();
      if (state === 'dead') await sitting.open();
      await sitting.saved();
      done[kind] += 1;
      const api = await Api.signIn(server.url, demo);
      const counts = await board.countsOf(api, sitting.image);
      const found = lossesOf(counts, sitting);
      for (const each of ['lost', 'doubled', 'back', 'tooLate'] as const) total[each] += found[each];
      unsure += sitting.unsure.size;
      sitting.settle(counts);
      const broken = brokenOf(found);
      const isEnd = kill === kills || sitting.isFull || broken > 0;
      if (broken > 0)
        say(
          `Kill ${kill} (${kind}): ${found.lost} lost, ${found.doubled} twice, ${found.back} came back; boxes ${found.cells.join(', ')}; ${sitting.lastTab}`,
        );
      if (kill % 5 === 0) say(`${kill} kills: ${figuresOf(total, [...storing, ...sitting.storing])}`);
      if (!isEnd) continue;
      strokes += sitting.seen.size;
      storing.push(...sitting.storing);
      if (kill < kills) sitting = await newSitting();
    }
    say(
      `${kills} kills (${KINDS.map((kind) => `${done[kind]} ${kind}`).join('; ')}), ${strokes} strokes kept, ${unsure} cut off by a kill`,
    );
    say(figuresOf(total, storing));
    return brokenOf(total);
  } finally {
    await browser.close();
    await server.stopAndDelete();
  }
}

ignoreClosedOutput();
main().then(
  (broken) => process.exit(broken > 0 ? 1 : 0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
