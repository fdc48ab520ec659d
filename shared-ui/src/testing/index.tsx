import { SessionProvider } from '@console/shared-auth';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ConsoleThemeProvider, ConsoleToaster, HostServicesProvider } from '..';
import { createFakeHostServices, type FakeWidgets } from './fake-widgets';
import { unstyledDocument } from './unstyled-document';

export { createFakeHostServices, type FakeWidgets, unstyledDocument };

export interface RenderConsoleOptions {
  /** Address at which the part is shown. */
  route?: string;
  /** Puts Fluent's rules into the page, for a test of what only they hide or show; slower. */
  styled?: boolean;
  /** The part brings a router. */
  withoutRouter?: boolean;
  /** Widgets of other remotes, as a host would have them; without it the part is alone. */
  widgets?: FakeWidgets;
}

/** Draws a part of the console as the host would: theme, session, toasts, router. */
export function renderConsole(ui: ReactNode, options: RenderConsoleOptions = {}): RenderResult {
  const { route = '/', styled = false, withoutRouter = false, widgets } = options;
  const services = widgets ? createFakeHostServices(widgets) : null;
  return render(
    <SessionProvider>
      <ConsoleThemeProvider stylesIn={styled ? document : unstyledDocument}>
        {/* First, for a toast sent before it has mounted is lost. */}
        <ConsoleToaster />
        <HostServicesProvider value={services}>
          {withoutRouter ? ui : <MemoryRouter initialEntries={[route]}>{ui}</MemoryRouter>}
        </HostServicesProvider>
      </ConsoleThemeProvider>
    </SessionProvider>,
  );
}
