import type { Guide } from './guides';

const head = (title: string, more = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/assets/favicon.svg">
<link rel="stylesheet" href="/docs/assets/docs.css">
${more}</head>
`;

const header = `<header>
<nav aria-label="Documentation">
<a href="/docs">Documentation</a>
<a href="/docs/api">API reference</a>
<a href="/">Console</a>
</nav>
</header>
`;

/** One guide, with its sections to jump to. */
export function guidePage({ title, html, sections }: Guide): string {
  const links = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n');
  const contents = sections.length > 1 ? `<nav class="contents" aria-label="On this page"><ul>\n${links}\n</ul></nav>\n` : '';
  return `${head(title)}<body>\n${header}${contents}<main class="text">\n${html}</main>\n</body>\n</html>\n`;
}

/** What there is to read. */
export function indexPage(guides: readonly Guide[]): string {
  const items = guides.map(
    ({ name, title, summary }) => `<li><h2><a href="/docs/${name}">${title}</a></h2>\n<p>${summary}</p></li>`,
  );
  const api =
    '<li><h2><a href="/docs/api">API reference</a></h2>\n<p>Every call, its fields and its answers, to read and to try.</p></li>';
  return `${head('Documentation')}<body>\n${header}<main class="text">\n<h1>Documentation</h1>\n<ul class="guides">\n${[...items, api].join('\n')}\n</ul>\n</main>\n</body>\n</html>\n`;
}

/** The viewer of the OpenAPI document that this server makes. */
export function referencePage(): string {
  const viewer = [
    '<link rel="stylesheet" href="/docs/assets/swagger-ui.css">',
    '<link rel="stylesheet" href="/docs/assets/reference.css">',
    '<script src="/docs/assets/swagger-ui-bundle.js" defer></script>',
    '<script src="/docs/assets/reference.js" defer></script>',
    '',
  ].join('\n');
  const noscript = `<noscript><p>The reference is drawn by a script; the bare document is <a href="/api/openapi.json">openapi.json</a>.</p></noscript>`;
  return `${head('API reference', viewer)}<body class="reference">\n${header}<div id="reference"></div>\n${noscript}\n</body>\n</html>\n`;
}
