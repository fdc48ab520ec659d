import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JSDOM } from 'jsdom';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { buildDocs } from './build-docs';

const root = path.resolve(__dirname, '..', '..');

let built: string;
let pages: Map<string, Document>;
beforeAll(() => {
  built = mkdtempSync(path.join(tmpdir(), 'console-docs-'));
  buildDocs(root, built);
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  pages = new Map(
    files.map((file) => [
      file === 'index.html' ? '/docs' : `/docs/${file.slice(0, -'.html'.length)}`,
      new JSDOM(readFileSync(path.join(built, file), 'utf8')).window.document,
    ]),
  );
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

const isExternal = (href: string) => /^(https?|mailto):/.test(href);

it('builds a page for each guide and links it from the index', () => {
  const guides = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'));
  expect(guides.length).toBeGreaterThan(0);
  const linked = [...(pages.get('/docs')?.querySelectorAll('main a') ?? [])].map((link) => link.getAttribute('href'));
  expect(linked.sort()).toEqual([...guides.map((file) => `/docs/${file.slice(0, -3)}`), '/docs/api'].sort());
  for (const page of pages.values()) {
    expect(page.title).not.toBe('');
    expect(page.querySelectorAll('h1').length + Number(page.getElementById('reference') !== null)).toBe(1);
  }
});

it('contains no broken links or assets', () => {
  const broken: string[] = [];
  for (const [address, page] of pages) {
    for (const element of page.querySelectorAll('[href], [src]')) {
      const target = element.getAttribute('href') ?? element.getAttribute('src') ?? '';
      if (isExternal(target) && element.tagName === 'A') continue;
      // The server itself serves the console and the API document.
      if (['/', '/api/openapi.json'].includes(target)) continue;
      const [file, anchor] = target.split('#');
      const of = file === '' ? page : pages.get(file ?? '');
      const isThere = of ?? (file?.startsWith('/docs/') && isFile(path.join(built, file.slice('/docs/'.length))));
      if (!isThere || (anchor && !of?.getElementById(anchor))) broken.push(`${address}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

it('gives each image an alternative text and keeps it below 60 kB', () => {
  const pictures = [...pages.values()].flatMap((page) => [...page.querySelectorAll('img')]);
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter((picture) => !picture.alt.trim()).map((picture) => picture.src)).toEqual([]);
  const files = readdirSync(path.join(built, 'pictures')).map((file) => `/docs/pictures/${file}`);
  expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual(expect.arrayContaining(files));
  expect(files.filter((file) => statSync(path.join(built, file.slice('/docs/'.length))).size > 60_000)).toEqual([]);
});

it('contains no inline scripts or styles, which the content security policy blocks', () => {
  for (const page of pages.values()) {
    expect(
      [...page.querySelectorAll('style, script:not([src]), [style], [onclick]')].map((element) => element.outerHTML),
    ).toEqual([]);
  }
});

const isFile = (file: string) => existsSync(file) && statSync(file).isFile();

it('finds no broken links in the Markdown files of the repository', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/remote-team.md']));
  const broken = files.flatMap((file) =>
    linksOf(file)
      .filter((href) => {
        if (isExternal(href)) return false;
        const [relative = '', anchor] = href.split('#');
        const target = relative === '' ? file : path.join(path.dirname(file), relative);
        return !existsSync(path.join(root, target)) || (anchor !== undefined && !headingsOf(target).includes(anchor));
      })
      .map((href) => `${file}: ${href}`),
  );
  expect(broken).toEqual([]);
});

function linksOf(file: string): string[] {
  const marked = new Marked();
  const links: string[] = [];
  void marked.walkTokens(marked.lexer(readFileSync(path.join(root, file), 'utf8')), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(String(token.href));
  });
  return links;
}

function headingsOf(file: string): string[] {
  new Marked(gfmHeadingId()).parse(readFileSync(path.join(root, file), 'utf8'), { async: false });
  return getHeadingList().map(({ id }) => id);
}
