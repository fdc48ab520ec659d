import { createContext, use } from 'react';

/** What more than one place of the shell can ask for. */
export interface ShellCommands {
  openPalette: () => void;
  openAbout: () => void;
  /** Logs out; with unsent work it asks first. */
  leave: () => Promise<void>;
}

export const ShellCommandsContext = createContext<ShellCommands | null>(null);

export function useShellCommands(): ShellCommands {
  const commands = use(ShellCommandsContext);
  if (!commands) throw new Error('This part stands outside the shell');
  return commands;
}
