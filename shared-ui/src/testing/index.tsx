import { SessionProvider } from '@console/shared-auth';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ConsoleThemeProvider, ConsoleToaster, HostServicesProvider } from '..';
import { createFakeHostServices, type FakeWidgets } from './fake-widgets';
import { unstyledDocument } from './unstyled-document';

export { createFakeHostServices, type FakeWidgets, unstyledDocument };

export interface RenderConsoleOptions {
  /** Initial URL of the router. */
  route?: string;
  /** Whether to insert Fluent's styles into the page. Tests of visibility need them; tests with styles are slower. */
  styled?: boolean;
  /** Set this if the component contains its own router. */
  withoutRouter?: boolean;
  /** Fakes for widgets of other micro-frontends. Without this option, the component gets no host services. */
  widgets?: FakeWidgets;
}

/** Renders a component as the host does: with theme, session, toasts and router. */
export function renderConsole(ui: ReactNode, options: RenderConsoleOptions = {}): RenderResult {
  const { route = '/', styled = false, withoutRouter = false, widgets } = options;
  const services = widgets ? createFakeHostServices(widgets) : null;
  return render(
    <SessionProvider>
      <ConsoleThemeProvider stylesIn={styled ? document : unstyledDocument}>
        {/* Mount the toaster first, because toasts that are sent before it mounts are lost. */}
        <ConsoleToaster />
        <HostServicesProvider value={services}>
          {withoutRouter ? ui : <MemoryRouter initialEntries={[route]}>{ui}</MemoryRouter>}
        </HostServicesProvider>
      </ConsoleThemeProvider>
    </SessionProvider>,
  );
}
