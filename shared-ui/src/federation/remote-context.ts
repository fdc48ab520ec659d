import { createContext } from 'react';

/** Which remote's code is being drawn, for reports; empty outside the host. */
export const RemoteContext = createContext<{ remote: string; version: string }>({ remote: '', version: '' });
