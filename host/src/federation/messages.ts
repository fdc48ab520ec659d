/** Messages about micro-frontends as a whole. Messages about a single page or widget are in shared-ui. */
export const messages = {
  missing: (names: string) => `Some parts of the console couldn't be loaded, so their pages are hidden (${names}).`,
  retry: 'Retry',
  outdated: 'A new version is ready',
  reload: 'Reload',
  runsFrom: (source: string) => `from ${source}`,
  override: {
    title: 'Override',
    version: (name: string, version: string) => `${name} uses version ${version}.`,
    address: (name: string, url: string) => `${name} runs from ${url}.`,
    loading: (name: string, source: string) => `Loading ${name} from ${source}.`,
    failed: (name: string, source: string) => `${name} couldn't be loaded from ${source}.`,
    refused: (text: string) =>
      `“${text}” is not a valid override. Use NAME@VERSION, or NAME@URL with a development server at http://localhost or http://127.0.0.1.`,
    reset: 'Reset',
    ask: {
      title: 'Load part of the console from another server?',
      text: (name: string, url: string) =>
        `This link loads ${name} from ${url}. The code on that server can do everything that you can do.`,
      trust: (host: string) => `I know what runs at ${host}`,
      load: 'Load',
      refuse: "Don't load",
    },
  },
  disabled: {
    title: 'Safe mode',
    some: (names: string) => `Turned off in this tab: ${names}.`,
    all: 'All parts are turned off in this tab.',
    enable: 'Turn on',
  },
  fault: {
    notAllowed: 'an override was ignored because this deployment does not allow overrides',
  },
} as const;
