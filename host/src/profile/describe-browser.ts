/** Names of browsers and systems by the part of the user agent that identifies them. The first match applies. */
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

const findName = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** Returns a short name such as `Firefox on Windows` for a user agent, or the user agent itself if it is unknown. */
export function describeBrowser(agent: string): string {
  const browser = findName(BROWSERS, agent);
  const system = findName(SYSTEMS, agent);
  if (!browser) return agent;
  return system ? `${browser} on ${system}` : browser;
}
