import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';

export interface Guide {
  /** Its address below /docs/. */
  name: string;
  title: string;
  /** Its first paragraph, as text. */
  summary: string;
  html: string;
  sections: { id: string; text: string }[];
}

const ELSEWHERE = /^[a-z]+:/;

/** The guides of a folder, by their titles: each Markdown file that lies in it. Pictures lie in it or in a folder below. */
export function readGuides(docsDir: string): Guide[] {
  const names = readdirSync(docsDir)
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.basename(file, '.md'));
  const guides = names.map((name) => render(name, readFileSync(path.join(docsDir, `${name}.md`), 'utf8'), names));
  return guides.sort((a, b) => a.title.localeCompare(b.title));
}

function render(name: string, markdown: string, names: readonly string[]): Guide {
  const marked = markedFor(names);
  const html = marked.parse(markdown, { async: false });
  const headings = getHeadingList();
  const tokens = marked.lexer(markdown);
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  return {
    name,
    title: headings.find(({ level }) => level === 1)?.text ?? name,
    summary: paragraph ? textOf(marked.parser([paragraph])) : '',
    html,
    sections: headings.filter(({ level }) => level === 2).map(({ id, text }) => ({ id, text })),
  };
}

function markedFor(names: readonly string[]): Marked {
  return new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href, names);
        return address === null ? text : `<a href="${address}">${text}</a>`;
      },
      image: ({ href, text }) => `<img src="/docs/${path.posix.normalize(href)}" alt="${text}">`,
      // What is wider than a phone scrolls in itself, with the keyboard too.
      code: ({ text }) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const isHeaded = token.header.some((cell) => cell.text !== '');
        const head = isHeaded ? `<thead><tr>${cells(token.header, 'th')}</tr></thead>` : '';
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
}

/** Where a link of a guide leads in the served pages; null for a file of the repository, which they do not have. */
function addressOf(href: string, names: readonly string[]): string | null {
  if (ELSEWHERE.test(href) || href.startsWith('#')) return escape(href);
  const [file = '', anchor] = href.split('#');
  const name = path.posix.normalize(file).replace(/\.md$/, '');
  return names.includes(name) ? `/docs/${name}${anchor ? `#${anchor}` : ''}` : null;
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '').trim();
}
