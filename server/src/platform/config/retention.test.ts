import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import { readConfig, SETTING_NAMES } from '.';

const guide = readFileSync(join(__dirname, '../../../../docs/operating.md'), 'utf8');
const [, retentionSection = ''] = /^## Decide what is retained$([^]*?)^##/m.exec(guide) ?? [];
const tableRows = retentionSection
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const DEFAULT_CONFIG = readConfig({});
/** Settings for a retention in days, with their defaults. */
const RETENTION: Record<string, number> = {
  HISTORY_DAYS: DEFAULT_CONFIG.historyDays,
  AUDIT_DAYS: DEFAULT_CONFIG.auditDays,
  REFRESH_TTL_DAYS: DEFAULT_CONFIG.refreshTtlDays,
};

it('the guide lists every setting for a retention with its default', () => {
  expect(Object.keys(RETENTION).sort()).toEqual(SETTING_NAMES.filter((name) => name.endsWith('_DAYS')).sort());
  const documentedDefaults = tableRows.flatMap(([, , time, setting]) => (setting?.endsWith('_DAYS`') ? [[setting, time]] : []));
  expect(Object.fromEntries(documentedDefaults)).toEqual(
    Object.fromEntries(Object.entries(RETENTION).map(([name, days]) => [`\`${name}\``, `${days} days`])),
  );
});

it('the guide names the time in which deleted rows can be restored', () => {
  expect(tableRows.find(([, what]) => what?.startsWith('deleted rows'))?.[2]).toBe(`${TRASH_DAYS} days`);
});
