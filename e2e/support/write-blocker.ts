import type { BrowserContext, Route } from '@playwright/test';

const API_URLS = '**/api/**';

/** Blocks all writes and allows reads. */
export class WriteBlocker {
  /** Writes that were passed on to the server, such as `POST /annotate/v2/verification/`. */
  readonly sentRequests: string[] = [];
  private isBlocked = false;

  private constructor() {}

  static async install(context: BrowserContext): Promise<WriteBlocker> {
    const blocker = new WriteBlocker();
    await context.route(API_URLS, (route) => blocker.handleRoute(route));
    return blocker;
  }

  block(): void {
    this.isBlocked = true;
  }

  unblock(): void {
    this.isBlocked = false;
  }

  private async handleRoute(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    if (this.isBlocked) return route.abort();
    this.sentRequests.push(`${request.method()} ${new URL(request.url()).pathname.replace(/^\/api/, '')}`);
    return route.continue();
  }
}
