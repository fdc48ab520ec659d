import type { BrowserContext, Route } from '@playwright/test';

const API = '**/api/**';

/** Blocks all writes and allows reads. */
export class WriteCut {
  /** Writes that reached the server, such as `POST /annotate/v2/verification/`. */
  readonly sent: string[] = [];
  private isCut = false;

  private constructor() {}

  static async on(context: BrowserContext): Promise<WriteCut> {
    const cut = new WriteCut();
    await context.route(API, (route) => cut.handle(route));
    return cut;
  }

  cut(): void {
    this.isCut = true;
  }

  mend(): void {
    this.isCut = false;
  }

  private async handle(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    if (this.isCut) return route.abort();
    this.sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(/^\/api/, '')}`);
    return route.continue();
  }
}
