import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readGuides } from './guides';
import { renderGuidePage, renderIndexPage, renderReferencePage } from './page';

const IMAGE_FILE = /\.(png|jpg|svg|webp)$/;

/** Writes the pages that the server serves at /docs: an index, each guide of `docs/`, and the API reference with its viewer. */
export function buildDocs(root: string, outDir: string): void {
  const docsDir = path.join(root, 'docs');
  const guides = readGuides(docsDir);
  const writePage = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(outDir, file)), { recursive: true });
    writeFileSync(path.join(outDir, file), content);
  };
  writePage('index.html', renderIndexPage(guides));
  writePage('api.html', renderReferencePage());
  for (const guide of guides) writePage(`${guide.name}.html`, renderGuidePage(guide));
  for (const file of readdirSync(docsDir, { recursive: true, encoding: 'utf8' })) {
    if (IMAGE_FILE.test(file)) cpSync(path.join(docsDir, file), path.join(outDir, file));
  }
  const assetsDir = path.join(outDir, 'assets');
  cpSync(path.join(__dirname, 'assets'), assetsDir, { recursive: true });
  cpSync(path.join(root, 'host', 'src', 'favicon.svg'), path.join(assetsDir, 'favicon.svg'));
  const viewerDir = path.dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
    cpSync(path.join(viewerDir, file), path.join(assetsDir, file.includes('.') ? file : `swagger-ui.${file}.txt`));
  }
}
