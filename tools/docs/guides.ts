import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';

/** A rendered guide of `docs/`. */
export interface Guide {
  /** Path below /docs/. */
  name: string;
  title: string;
  /** The first paragraph as plain text. */
  summary: string;
  html: string;
  sections: { id: string; text: string }[];
}

const ABSOLUTE_URL = /^[a-z]+:/;

/** Renders each Markdown file of a folder, sorted by title. Images are stored in the folder or below it. */
export function readGuides(docsDir: string): Guide[] {
  const names = readdirSync(docsDir)
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.basename(file, '.md'));
  const guides = names.map((name) => render(name, readFileSync(path.join(docsDir, `${name}.md`), 'utf8'), names));
  return guides.sort((a, b) => a.title.localeCompare(b.title));
}

function render(name: string, markdown: string, names: readonly string[]): Guide {
  const marked = createMarked(names);
  const html = marked.parse(markdown, { async: false });
  const headings = getHeadingList();
  const tokens = marked.lexer(markdown);
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  return {
    name,
    title: headings.find(({ level }) => level === 1)?.text ?? name,
    summary: paragraph ? stripTags(marked.parser([paragraph])) : '',
    html,
    sections: headings.filter(({ level }) => level === 2).map(({ id, text }) => ({ id, text })),
  };
}

function createMarked(names: readonly string[]): Marked {
  return new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const url = resolveLink(href, names);
        return url === null ? text : `<a href="${url}">${text}</a>`;
      },
      image: ({ href, text }) => `<img src="/docs/${path.posix.normalize(href)}" alt="${text}">`,
      // Wide code and tables scroll horizontally on phones. `tabindex` lets users scroll them with the keyboard.
      code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
      table(token) {
        const renderCells = (row: typeof token.header, tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${renderCells(row, 'td')}</tr>`).join('\n');
        const hasHeader = token.header.some((cell) => cell.text !== '');
        const head = hasHeader ? `<thead><tr>${renderCells(token.header, 'th')}</tr></thead>` : '';
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
}

/** Converts a link of a guide to its URL in the served pages. Returns null for repository files that are not served. */
function resolveLink(href: string, names: readonly string[]): string | null {
  if (ABSOLUTE_URL.test(href) || href.startsWith('#')) return escape(href);
  const [file = '', anchor] = href.split('#');
  const name = path.posix.normalize(file).replace(/\.md$/, '');
  return names.includes(name) ? `/docs/${name}${anchor ? `#${anchor}` : ''}` : null;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function stripTags(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '').trim();
}
