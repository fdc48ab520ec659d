/** What the host says of remotes as a whole; what it says of one part is in shared-ui. */
export const messages = {
  missing: (names: string) => `A part of the console could not be read, so its pages are not shown (${names}).`,
  retry: 'Retry',
  outdated: 'A new version is ready',
  reload: 'Reload',
  runsFrom: (source: string) => `from ${source}`,
  override: {
    title: 'Override',
    version: (name: string, version: string) => `${name} runs in version ${version}.`,
    address: (name: string, address: string) => `${name} runs from ${address}.`,
    loading: (name: string, source: string) => `${name} is being loaded from ${source}.`,
    failed: (name: string, source: string) => `${name} from ${source} could not be loaded.`,
    refused: (text: string) =>
      `“${text}” is not used: an override is NAME@VERSION, or NAME@ADDRESS of a development server at http://localhost or http://127.0.0.1.`,
    reset: 'Reset',
    ask: {
      title: 'Load a part of the console from elsewhere?',
      text: (name: string, address: string) =>
        `A link asks to load ${name} from ${address}. What is there can do everything that you can.`,
      trust: (host: string) => `I know what runs at ${host}`,
      load: 'Load it',
      refuse: 'Do not load',
    },
  },
  disabled: {
    title: 'Safe mode',
    some: (names: string) => `Switched off in this tab: ${names}.`,
    all: 'Every part is switched off in this tab.',
    enable: 'Switch on again',
  },
  fault: {
    notAllowed: 'an override was asked for where none is allowed; it was ignored',
  },
} as const;
