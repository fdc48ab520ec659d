import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const folder = path.join(root, 'docs', 'adr');
const records = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));
const MAX_WORDS = 500;

const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Lists the text files of the repository that Git knows or would add. */
function listTextFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.md'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 }).split('\n');
  return files.filter((file) => file !== '' && existsSync(path.join(root, file)));
}

it('every mentioned decision record exists', () => {
  const numbers = new Set(records.map((file) => file.slice(0, 4)));
  const missingRecords = listTextFiles().flatMap((file) =>
    [...readText(file).matchAll(/\bADR (\d{4})\b/g)].flatMap(([, number = '']) =>
      numbers.has(number) ? [] : [`${file}: ADR ${number}`],
    ),
  );
  expect(numbers.size).toBeGreaterThan(0);
  expect(missingRecords).toEqual([]);
});

it('the index lists every decision record with its title', () => {
  const indexText = readText('docs/adr/README.md');
  const unlistedRecords = records.filter((file) => {
    const title = readText(`docs/adr/${file}`).split('\n')[0]!.slice('# 0000 '.length);
    return !indexText.includes(`- [${file.slice(0, 4)}](${file}) ${title}\n`);
  });
  expect(unlistedRecords).toEqual([]);
});

it.each(records)('decision record %s has at most one page', (file) => {
  expect(readText(`docs/adr/${file}`).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(MAX_WORDS);
});
