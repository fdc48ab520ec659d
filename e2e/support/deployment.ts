import type { Registry } from '@console/shared-contract/federation';
import type { Page, Route } from '@playwright/test';
import type { FakeRemote } from './fake-remote';

/** How a request is handled; `asIs` means by the server. */
export type Answer = 'asIs' | 'never' | 'refused' | { status?: number; contentType?: string; body: string };

async function give(route: Route, answer: Answer): Promise<void> {
  if (answer === 'asIs') return route.fallback();
  // Leave the request open until the page closes.
  if (answer === 'never') return undefined;
  if (answer === 'refused') return route.abort('connectionrefused');
  return route.fulfill({ status: answer.status ?? 200, contentType: answer.contentType, body: answer.body });
}

/** Intercepts the registry and the files of remotes for one page. */
export class Deployment {
  private readonly remotes: FakeRemote[] = [];
  private readonly changes: ((registry: Registry) => void)[] = [];
  private registryAnswer: Answer = 'asIs';

  private constructor(private readonly page: Page) {}

  /** Starts intercepting requests. */
  static async of(page: Page): Promise<Deployment> {
    const deployment = new Deployment(page);
    await page.route('**/registry.json', (route) => deployment.giveRegistry(route));
    await page.route('**/remotes/**', (route) => deployment.giveFile(route));
    return deployment;
  }

  /** Publishes versions of a remote. The first is active, the second is the previous version. */
  publish(...versions: FakeRemote[]): void {
    this.remotes.push(...versions);
    const [active, previous] = versions;
    if (!active) return;
    this.change(({ remotes }) => {
      remotes[active.name] = {
        active: active.version,
        previous: previous?.version,
        versions: Object.fromEntries(versions.map(({ version, release }) => [version, release])),
      };
    });
  }

  /** Changes the registry that the page receives. */
  change(change: (registry: Registry) => void): void {
    this.changes.push(change);
  }

  /** Stops changing the registry. */
  unchange(): void {
    this.changes.length = 0;
  }

  registry(answer: Answer): void {
    this.registryAnswer = answer;
  }

  /** Handles files with matching paths in this way. Returns a function that stops it. */
  async files(matching: RegExp, answer: Answer): Promise<() => Promise<void>> {
    const handler = (route: Route) => give(route, answer);
    await this.page.route(matching, handler);
    return () => this.page.unroute(matching, handler);
  }

  private async giveRegistry(route: Route): Promise<void> {
    if (this.registryAnswer !== 'asIs') return give(route, this.registryAnswer);
    const response = await route.fetch();
    const registry = (await response.json()) as Registry;
    for (const change of this.changes) change(registry);
    return route.fulfill({ response, json: registry });
  }

  private async giveFile(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    const remote = this.remotes.find((each) => each.entry === pathname);
    if (!remote) return route.fallback();
    return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: remote.source });
  }
}
