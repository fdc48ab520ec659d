import { SessionProvider } from '@console/shared-auth';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ConsoleThemeProvider, ConsoleToaster } from '..';
import { unstyledDocument } from './unstyled-document';

export { unstyledDocument };

export interface RenderConsoleOptions {
  /** Address at which the part is shown. */
  route?: string;
  /** Puts Fluent's rules into the page, for a test of what only they hide or show; slower. */
  styled?: boolean;
}

/** Draws a part of the console as the host would: theme, session, toasts, router. */
export function renderConsole(ui: ReactNode, { route = '/', styled = false }: RenderConsoleOptions = {}): RenderResult {
  return render(
    <SessionProvider>
      <ConsoleThemeProvider stylesIn={styled ? document : unstyledDocument}>
        {/* First, for a toast sent before it has mounted is lost. */}
        <ConsoleToaster />
        <MemoryRouter initialEntries={[route]}>{ui}</MemoryRouter>
      </ConsoleThemeProvider>
    </SessionProvider>,
  );
}
