import { sql } from 'kysely';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';

// Columns of the tables of imports: `made` is the id of the created row. `said` is the key of a group or job in the files. `facts` and `data`
// store how many rows the import has created (`made_verifications`, `made_groups` ...) and the ids of product crops (`cut`).

const MAX_LISTED_IMAGES = 100;

/**
 * Finds images whose edits since the import would be lost by undo. An image that the import added counts as edited if it was verified,
 * changed, completed in a job, or added to a group or job. Changes of its annotations also count. Changes of the groups, jobs, products and
 * crops that the import created for it count, too. For images that existed before the import, only the shapes of the import are checked.
 * `items` limits the check to images with these numbers, and ignores created groups and jobs, because undo retains changed ones.
 */
export async function findEditedImages(
  db: Db,
  { id }: { id: string },
  items: readonly number[] | null = null,
): Promise<{ count: number; images: string[] }> {
  const isCheckedImage = (column: string) => (items ? sql`${sql.ref(column)} = any(${items}::int[])` : sql`true`);
  const versions = SHAPE_KINDS.map(
    ({ table, imported }) =>
      sql`when ${sql.lit(imported.kind)} then (select r.version from ${sql.table(table)} r where r.id = s.made)`,
  );
  const additions = SHAPE_KINDS.map(
    ({ table, imported }) => sql`
      select r.image_id from ${sql.table(table)} r join added using (image_id)
      where not exists (select from created c where c.kind = ${sql.lit(imported.kind)} and c.made = r.id)`,
  );
  const { rows } = await sql<{ image: string; count: number }>`
    with shape as (
      select s.item, s.kind, s.made,
        case s.kind
          ${sql.join(versions, sql` `)}
        end as version
      from import_shape s where s.import_id = ${id} and s.made is not null and s.kind <> 'label' and ${isCheckedImage('s.item')}
    ), box_with_crops as (
      select s.item, s.data from import_shape s
      where s.import_id = ${id} and s.kind = 'box' and s.data ? 'cut' and ${isCheckedImage('s.item')}
    ), crop as (
      select item, c::uuid as id from box_with_crops, jsonb_array_elements_text(data -> 'cut') c
    ), import_crop as (
      -- Boxes of other images may have crops of the same product.
      select c::uuid as id from import_shape s, jsonb_array_elements_text(s.data -> 'cut') c
      where s.import_id = ${id} and s.kind = 'box' and s.data ? 'cut'
    ), changed as (
      select m.kind, m.said from import_named m left join similarity_group g on g.id = m.made left join annotation_job j on j.id = m.made
      where m.import_id = ${id} and ${items === null} and m.is_new and (coalesce(g.version, j.version) > 1
        or (select count(*) from similarity_verification v where v.group_id = g.id)
          -- Imports of earlier versions inserted a verification for each declared member.
          > coalesce((m.data ->> 'made_verifications')::int, jsonb_array_length(m.data -> 'verified_by'), 0))
    ), added as (
      select distinct image_id from import_item
      where import_id = ${id} and outcome = 'added' and image_id is not null and ${isCheckedImage('n')}
    ), created as (
      -- Several files may be the same image, so an annotation of one may be on the image that another added.
      select t.image_id, s.kind, s.made from import_shape s join import_item t on t.import_id = s.import_id and t.n = s.item
      where s.import_id = ${id} and s.made is not null and t.image_id in (select image_id from added)
    ), annotated as (
      ${sql.join(additions, sql` union all `)}
      union all
      select l.image_id from image_label l join added using (image_id)
      where not exists (select from created c where c.kind = 'label' and c.image_id = l.image_id and c.made = l.label_id)
    ), touched as (
      select item from shape where version is distinct from 1
      union all
      select crop.item from crop left join product_image c on c.id = crop.id where c.version is distinct from 1
      union all
      select item from box_with_crops, jsonb_array_elements_text(data -> 'made_products') m left join product p on p.id = m::uuid
      where p.version is distinct from 1 or p.prices_count <> coalesce((data -> 'made_prices' ->> m)::int, 0)
        or exists (select from price r where r.product_id = p.id and r.version > 1)
        or exists (select from product_image c where c.product_id = p.id and not exists (select from import_crop o where o.id = c.id))
      union all
      select t.n from changed c join import_item t on t.import_id = ${id} and t.outcome = 'added' and t.facts -> 'groups' ? c.said
      where c.kind = 'group'
      union all
      select t.n from changed c join import_item t on t.import_id = ${id} and t.outcome = 'added'
        and t.facts -> 'jobs' @> jsonb_build_array(jsonb_build_object('key', c.said))
      where c.kind = 'job'
      union all
      select s.item from changed c join import_shape s on s.import_id = ${id} and s.kind = 'box' and s.data -> 'groups' ? c.said
      where c.kind = 'group'
    )
    select i.id as image, count(*) over ()::int as count
    from import_item t join training_image i on i.id = t.image_id
    where t.import_id = ${id} and t.done and ${isCheckedImage('t.n')} and (
      t.n in (select item from touched)
      or t.outcome = 'added' and (
        i.version > 1
        or (select count(*) from image_verification v where v.image_id = i.id) > coalesce((t.facts ->> 'made_verifications')::int, 0)
        or (select count(*) from group_image g where g.image_id = i.id) > coalesce((t.facts ->> 'made_groups')::int, 0)
        or (select count(*) from job_item j where j.image_id = i.id) > coalesce((t.facts ->> 'made_jobs')::int, 0)
        or (select count(*) from group_object g join detection_object o on o.id = g.object_id where o.image_id = i.id)
          > coalesce((t.facts ->> 'made_object_groups')::int, 0)
        or (select count(w.done_at) from job_item j join item_work w on w.item_id = j.id where j.image_id = i.id)
          > coalesce((t.facts ->> 'made_marks')::int, 0)
        or i.id in (select image_id from annotated)
      ))
    order by t.n limit ${MAX_LISTED_IMAGES}`.execute(db);
  return { count: rows[0]?.count ?? 0, images: rows.map(({ image }) => image) };
}
