import path from 'node:path';
import type { Browser } from '@playwright/test';
import { build } from 'esbuild';

/** Bundles the program that measures inside a page. */
export async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, 'page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

interface TabResult<T> {
  readonly measurements: T;
  /** CPU time of the page's thread in milliseconds for each section. Other processes do not affect it. */
  readonly cpu: Readonly<Record<string, number>>;
}

/**
 * Calls a function of the program in a new tab, so that scenes do not affect each other. The function calls `markSection` with the name of a
 * section before and after it.
 */
export async function measureInTab<Request, T>(
  browser: Browser,
  script: string,
  functionName: 'measure' | 'measureBrush',
  request: Request,
): Promise<TabResult<T>> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  page.setDefaultTimeout(300_000);
  try {
    await page.setContent('<style>body{margin:0}#scene{width:966px;height:600px;overflow:hidden}</style><div id="scene"></div>');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const cpu: Record<string, number> = {};
    const openSections = new Set<string>();
    await page.exposeFunction('markSection', async (sectionName: string) => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      const now = 1000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0);
      // The page calls `markSection` before and after each section: subtract the first time and add the second time.
      const isStart = !openSections.delete(sectionName);
      if (isStart) openSections.add(sectionName);
      cpu[sectionName] = (cpu[sectionName] ?? 0) + (isStart ? -now : now);
    });
    await page.addScriptTag({ content: script });
    const measurements = await page.evaluate(
      ([name, argument]) =>
        (globalThis as unknown as Record<string, (request: unknown) => Promise<unknown>>)[name as string]!(argument),
      [functionName, request] as const,
    );
    return { measurements: measurements as T, cpu };
  } finally {
    await page.close();
  }
}
