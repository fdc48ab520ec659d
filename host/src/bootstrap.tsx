import { applyConfig, loadConfig, useConfig } from '@console/shared-auth';
import { HostServicesProvider } from '@console/shared-ui';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { config as configureZod } from 'zod';
import { App } from './app';
import { createHostServices, type Federation, startFederation, useFederationView } from './federation';

// zod compiles its checks with `new Function` where it may; the page's policy forbids that and would report each try.
configureZod({ jitless: true });
