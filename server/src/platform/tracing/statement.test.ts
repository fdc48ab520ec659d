import { describeStatement } from './statement';

it.each([
  ['select "id" from "training_image" where "id" = $1', 'select training_image'],
  ['with moved as (delete from change_other returning *)\n  insert into change_2026 select 1', 'with change_2026'],
  ['select id, (select count(*) from (select 1) x) from "product"', 'select product'],
  ['update only detection_object set data = $1', 'update detection_object'],
  ['insert into "job_access"."image" ("id") values ($1)', 'insert job_access'],
  ['begin', 'begin'],
  ['(select 1)', 'statement'],
])('a statement is named after its operation and its first table: %s', (sql, summary) => {
  expect(describeStatement(sql).summary).toBe(summary);
});

it('the text of a statement contains no literals and at most 2,000 characters', () => {
  const { text } = describeStatement(`select 'Anna''s secret', "name"\n  from app_user where x in (${'$1, '.repeat(1000)})`);
  expect(text).toMatch(/^select \?, "name" from app_user where x in \(\$1/);
  expect(text).toHaveLength(2_000);
});
