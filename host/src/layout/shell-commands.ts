import { createContext, use } from 'react';

/** Commands that several components of the application shell offer. */
export interface ShellCommands {
  openPalette: () => void;
  openAbout: () => void;
  openDiagnostics: () => void;
  openCreateWorkspace: () => void;
  /** Logs out, after a confirmation if there is unsent work. */
  requestLogout: () => Promise<void>;
}

export const ShellCommandsContext = createContext<ShellCommands | null>(null);

export function useShellCommands(): ShellCommands {
  const commands = use(ShellCommandsContext);
  if (!commands) throw new Error('useShellCommands must be used inside ShellCommandsContext');
  return commands;
}
