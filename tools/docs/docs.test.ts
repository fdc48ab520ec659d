import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { buildDocs } from './build-docs';

const root = path.resolve(__dirname, '..', '..');

let outDir: string;
let pages: Map<string, Document>;
beforeAll(() => {
  outDir = mkdtempSync(path.join(tmpdir(), 'console-docs-'));
  buildDocs(root, outDir);
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  pages = new Map(
    files.map((file) => [
      file === 'index.html' ? '/docs' : `/docs/${file.slice(0, -'.html'.length)}`,
      new JSDOM(readFileSync(path.join(outDir, file), 'utf8')).window.document,
    ]),
  );
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const isExternal = (href: string) => /^(https?|mailto):/.test(href);

it('builds a page for each guide and links it from the index', () => {
  const guides = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'));
  expect(guides.length).toBeGreaterThan(0);
  const linkedPages = [...(pages.get('/docs')?.querySelectorAll('main a') ?? [])].map((link) => link.getAttribute('href'));
  expect(linkedPages.sort()).toEqual([...guides.map((file) => `/docs/${file.slice(0, -3)}`), '/docs/api'].sort());
  for (const page of pages.values()) {
    expect(page.title).not.toBe('');
    expect(page.querySelectorAll('h1').length + Number(page.getElementById('reference') !== null)).toBe(1);
  }
});

it('contains no broken links or assets', () => {
  const brokenLinks: string[] = [];
  for (const [url, page] of pages) {
    for (const element of page.querySelectorAll('[href], [src]')) {
      const target = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
      if (isExternal(target) && element.tagName === 'A') continue;
      // These pages are not part of the documentation: the server provides the console and the API document.
      if (['/', '/api/openapi.json'].includes(target)) continue;
      const [file, anchor] = target.split('#');
      const targetPage = file === '' ? page : pages.get(file ?? '');
      const foundTarget = targetPage ?? (file?.startsWith('/docs/') && isFile(path.join(outDir, file.slice('/docs/'.length))));
      if (!foundTarget || (anchor && !targetPage?.getElementById(anchor))) brokenLinks.push(`${url}: ${target}`);
    }
  }
  expect(brokenLinks).toEqual([]);
});

it('gives each image an alternative text and keeps it below 60 kB', () => {
  const images = [...pages.values()].flatMap((page) => [...page.querySelectorAll('img')]);
  expect(images.length).toBeGreaterThan(0);
  expect(images.filter((image) => !image.alt.trim()).map((image) => image.src)).toEqual([]);
  const files = readdirSync(path.join(outDir, 'pictures')).map((file) => `/docs/pictures/${file}`);
  expect(images.map((image) => image.getAttribute('src'))).toEqual(expect.arrayContaining(files));
  expect(files.filter((file) => statSync(path.join(outDir, file.slice('/docs/'.length))).size > 60_000)).toEqual([]);
});

it('contains no inline scripts or styles, which the content security policy blocks', () => {
  for (const page of pages.values()) {
    expect(
      [...page.querySelectorAll('style, script:not([src]), [style], [onclick]')].map((element) => element.outerHTML),
    ).toEqual([]);
  }
});

const isFile = (file: string) => existsSync(file) && statSync(file).isFile();

it('the Markdown files of the repository contain no broken links', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/remote-team.md']));
  const brokenLinks = files.flatMap((file) =>
    listLinks(file)
      .filter((href) => {
        if (isExternal(href)) return false;
        const [relativePath = '', anchor] = href.split('#');
        const target = relativePath === '' ? file : path.join(path.dirname(file), relativePath);
        return !existsSync(path.join(root, target)) || (anchor !== undefined && !listHeadingIds(target).includes(anchor));
      })
      .map((href) => `${file}: ${href}`),
  );
  expect(brokenLinks).toEqual([]);
});

function listLinks(file: string): string[] {
  const marked = new Marked();
  const links: string[] = [];
  void marked.walkTokens(marked.lexer(readFileSync(path.join(root, file), 'utf8')), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(String(token.href));
  });
  return links;
}

function listHeadingIds(file: string): string[] {
  new Marked(gfmHeadingId()).parse(readFileSync(path.join(root, file), 'utf8'), { async: false });
  return getHeadingList().map(({ id }) => id);
}
