import type { Guide } from './guides';

const renderHead = (title: string, extraTags = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/assets/favicon.svg">
<link rel="stylesheet" href="/docs/assets/docs.css">
${extraTags}</head>
`;

const PAGE_HEADER = `<header>
<nav aria-label="Documentation">
<a href="/docs">Documentation</a>
<a href="/docs/api">API reference</a>
<a href="/">Console</a>
</nav>
</header>
`;

/** Renders the page of one guide with a table of contents. */
export function renderGuidePage({ title, html, sections }: Guide): string {
  const links = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n');
  const contents = sections.length > 1 ? `<nav class="contents" aria-label="On this page"><ul>\n${links}\n</ul></nav>\n` : '';
  return `${renderHead(title)}<body>\n${PAGE_HEADER}${contents}<main class="text">\n${html}</main>\n</body>\n</html>\n`;
}

/** Renders the index of all guides. */
export function renderIndexPage(guides: readonly Guide[]): string {
  const items = guides.map(
    ({ name, title, summary }) => `<li><h2><a href="/docs/${name}">${title}</a></h2>\n<p>${summary}</p></li>`,
  );
  const apiItem =
    '<li><h2><a href="/docs/api">API reference</a></h2>\n<p>All calls with their fields and responses, to read and try out.</p></li>';
  return `${renderHead('Documentation')}<body>\n${PAGE_HEADER}<main class="text">\n<h1>Documentation</h1>\n<ul class="guides">\n${[...items, apiItem].join('\n')}\n</ul>\n</main>\n</body>\n</html>\n`;
}

/** Renders the page with the API reference: a viewer that shows the server's OpenAPI document. */
export function renderReferencePage(): string {
  const viewerTags = [
    '<link rel="stylesheet" href="/docs/assets/swagger-ui.css">',
    '<link rel="stylesheet" href="/docs/assets/reference.css">',
    '<script src="/docs/assets/swagger-ui-bundle.js" defer></script>',
    '<script src="/docs/assets/reference.js" defer></script>',
    '',
  ].join('\n');
  const noscript = `<noscript><p>The API reference needs JavaScript. The OpenAPI document is at <a href="/api/openapi.json">openapi.json</a>.</p></noscript>`;
  return `${renderHead('API reference', viewerTags)}<body class="reference">\n${PAGE_HEADER}<div id="reference"></div>\n${noscript}\n</body>\n</html>\n`;
}
