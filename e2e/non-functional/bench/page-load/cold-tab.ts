import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

const POLL_MS = 100;
const IDLE_POLLS = 4;

/** Network and CPU of the emulated user. */
export interface Conditions {
  megabitsPerSecond: number;
  latencyMs: number;
  /** CPU slowdown factor relative to this machine. */
  cpu: number;
}

/** A typical office connection and a slower computer. */
export const OFFICE_CONDITIONS: Conditions = { megabitsPerSecond: 10, latencyMs: 40, cpu: 2 };
export const UNLIMITED_CONDITIONS: Conditions = { megabitsPerSecond: 0, latencyMs: 0, cpu: 1 };

/** A request as reported by the browser's protocol. Times are milliseconds since the document request. */
export interface RecordedRequest {
  url: string;
  path: string;
  type: string;
  start: number;
  end: number;
  /** Bytes over the wire, with headers and compressed body. */
  bytes: number;
  /** Scripts that caused the request, innermost first. */
  initiators: string[];
}

interface StackFrames {
  callFrames: { url: string }[];
  parent?: StackFrames;
}

function listScripts(stack: StackFrames | undefined): string[] {
  if (!stack) return [];
  return [...new Set([...stack.callFrames.map((frame) => frame.url).filter(Boolean), ...listScripts(stack.parent)])];
}

/** A tab with an empty cache that records its requests. */
export class ColdTab {
  private readonly requests = new Map<string, RecordedRequest>();
  private origin: number | undefined;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly session: CDPSession,
  ) {}

  static async open(browser: Browser, conditions: Conditions, storage: Record<string, string> = {}): Promise<ColdTab> {
    const context = await browser.newContext({ viewport: { width: 1366, height: 820 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const tab = new ColdTab(context, page, session);
    await tab.recordRequests();
    await tab.limitConnection(conditions);
    // tsx wraps named functions in a helper that does not exist in the page.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, storage);
    return tab;
  }

  private async limitConnection({ megabitsPerSecond, latencyMs, cpu }: Conditions): Promise<void> {
    const throughput = megabitsPerSecond > 0 ? (megabitsPerSecond * 1_000_000) / 8 : -1;
    await this.session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  }

  private async recordRequests(): Promise<void> {
    const { session, requests } = this;
    session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type, initiator }) => {
      this.origin ??= timestamp;
      const start = (timestamp - this.origin) * 1000;
      const initiators = [...listScripts(initiator.stack), ...(initiator.url ? [initiator.url] : [])];
      const { pathname } = new URL(request.url);
      requests.set(requestId, { url: request.url, path: pathname, type: type ?? '', start, end: Infinity, bytes: 0, initiators });
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const request = requests.get(requestId);
      if (request) Object.assign(request, { end: (timestamp - (this.origin ?? timestamp)) * 1000, bytes: encodedDataLength });
    });
    session.on('Network.loadingFailed', ({ requestId }) => requests.delete(requestId));
    await session.send('Network.enable');
    // Record asynchronous stacks that are deep enough to find the cause of a request.
    await session.send('Debugger.enable');
    await session.send('Debugger.setAsyncCallStackDepth', { maxDepth: 32 });
  }

  /** Resolves when there have been no pending requests for a moment. */
  async waitUntilIdle(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    for (let idlePolls = 0; idlePolls < IDLE_POLLS; idlePolls += 1) {
      await pause(POLL_MS);
      if ([...this.requests.values()].some(({ end }) => end === Infinity)) idlePolls = -1;
    }
  }

  /** Returns the finished requests in the order in which they started. */
  listFinishedRequests(): RecordedRequest[] {
    return [...this.requests.values()].filter(({ end }) => end !== Infinity).sort((a, b) => a.start - b.start);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
