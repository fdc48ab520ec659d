import type { CDPSession, Page } from '@playwright/test';

/** Number of frames in one scroll, and pixels per frame. */
export interface Scroll {
  frames: number;
  step: number;
  /** Selector of the element that scrolls. */
  selector: string;
}

/** Runs in the page. Returns the milliseconds of each frame while the page scrolls. */
export async function scrollFrames({ frames, step, selector }: Scroll): Promise<number[]> {
  const scroller = document.querySelector(selector) ?? document.documentElement;
  scroller.scrollTop = 0;
  let lastFrameTime = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const durations: number[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop += step;
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    durations.push(now - lastFrameTime);
    lastFrameTime = now;
  }
  if (scroller.scrollTop < (frames * step) / 2) throw new Error('The page was not long enough to scroll');
  return durations;
}

/** An empty page of the same height, scrolled in the same way. */
export const EMPTY_PAGE =
  '<!doctype html><style>html,body{height:100%;margin:0}main{height:100%;overflow-y:auto}div{height:9000px}</style><main><div></div></main>';

/** Returns a function that reads the CPU time of the page's main thread in milliseconds. Other processes do not affect it. */
export async function createThreadClock(page: Page): Promise<() => Promise<number>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}
