import type { Registry } from '@console/shared-contract/federation';
import type { Page, Route } from '@playwright/test';
import type { FakeRemote } from './fake-remote';

/** Response to an intercepted request. `fromServer` passes the request on, `never` leaves it pending. */
export type FakeResponse = 'fromServer' | 'never' | 'refused' | { status?: number; contentType?: string; body: string };

async function respond(route: Route, response: FakeResponse): Promise<void> {
  if (response === 'fromServer') return route.fallback();
  // Send no response: the request stays pending until the page closes.
  if (response === 'never') return undefined;
  if (response === 'refused') return route.abort('connectionrefused');
  return route.fulfill({ status: response.status ?? 200, contentType: response.contentType, body: response.body });
}

/** Intercepts the registry and the files of micro-frontends for one page. */
export class FakeDeployment {
  private readonly remotes: FakeRemote[] = [];
  private readonly registryChanges: ((registry: Registry) => void)[] = [];
  private registryResponse: FakeResponse = 'fromServer';

  private constructor(private readonly page: Page) {}

  /** Starts to intercept the page's requests. */
  static async install(page: Page): Promise<FakeDeployment> {
    const deployment = new FakeDeployment(page);
    await page.route('**/registry.json', (route) => deployment.handleRegistryRequest(route));
    await page.route('**/remotes/**', (route) => deployment.handleFileRequest(route));
    return deployment;
  }

  /** Publishes versions of a remote. The first is active, the second is the previous version. */
  publish(...versions: FakeRemote[]): void {
    this.remotes.push(...versions);
    const [active, previous] = versions;
    if (!active) return;
    this.changeRegistry(({ remotes }) => {
      remotes[active.name] = {
        active: active.version,
        previous: previous?.version,
        versions: Object.fromEntries(versions.map(({ version, release }) => [version, release])),
      };
    });
  }

  /** Changes the registry that the page receives. */
  changeRegistry(change: (registry: Registry) => void): void {
    this.registryChanges.push(change);
  }

  /** Removes all changes of the registry. */
  resetRegistryChanges(): void {
    this.registryChanges.length = 0;
  }

  /** Sets the response to requests for the registry. */
  respondToRegistry(response: FakeResponse): void {
    this.registryResponse = response;
  }

  /** Sets the response to requests for files with a matching URL. Returns a function that restores the files. */
  async respondToFiles(url: RegExp, response: FakeResponse): Promise<() => Promise<void>> {
    const handler = (route: Route) => respond(route, response);
    await this.page.route(url, handler);
    return () => this.page.unroute(url, handler);
  }

  private async handleRegistryRequest(route: Route): Promise<void> {
    if (this.registryResponse !== 'fromServer') return respond(route, this.registryResponse);
    const original = await route.fetch();
    const registry = (await original.json()) as Registry;
    for (const change of this.registryChanges) change(registry);
    return route.fulfill({ response: original, json: registry });
  }

  private async handleFileRequest(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    const remote = this.remotes.find(({ entry }) => entry === pathname);
    if (!remote) return route.fallback();
    return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: remote.source });
  }
}
