import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';

/** Schemas of the server's tables, of its job queue, and of the views for annotators who are limited to their jobs. */
const SCHEMA_NAMES = ['public', 'graphile_worker', 'job_access'];

/**
 * Describes everything that migrations create. Returns one line for each relation, column, constraint, index, trigger, function, view, type
 * and policy, and the number of rows of each table. Names that a dump assigns are left out: those of not-null constraints, and of a view's
 * columns that have no name.
 */
export async function describeSchema(db: Db): Promise<string[]> {
  const schemas = sql`select oid from pg_namespace where nspname in (${sql.join(SCHEMA_NAMES)})`;
  const isNotOfExtension = sql`not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;
  const { rows } = await sql<{ line: string }>`
    with relation as (select * from pg_class where relnamespace in (${schemas}))
    select concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence, relrowsecurity, reloptions, relacl,
      pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid)) as line from relation
    union all select concat_ws(' ', 'rows', oid::regclass,
      (xpath('//n/text()', query_to_xml('select count(*) as n from ' || oid::regclass, false, true, '')))[1]) from relation where relkind = 'r'
    union all select concat_ws(' ', 'column', a.attrelid::regclass,
      row_number() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, attstorage, attcompression, attcollation::regcollation, attstattarget, attoptions, attacl,
      pg_get_expr(adbin, adrelid))
      from pg_attribute a join relation r on r.oid = a.attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind <> 'i'
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where connamespace in (${schemas}) and contype <> 'n'
    union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisreplident)
      from pg_index where indrelid in (select oid from relation)
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled)
      from pg_trigger where tgrelid in (select oid from relation) and not tgisinternal
    union all select concat_ws(' ', 'function', proacl, pg_get_functiondef(o.oid))
      from pg_proc o where pronamespace in (${schemas}) and prokind <> 'a' and ${isNotOfExtension}
    union all select concat_ws(' ', 'view', oid::regclass, replace(pg_get_viewdef(oid), '''::text AS text', '''::text')) from relation where relkind = 'v'
    union all select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
      from pg_sequence where seqrelid in (select oid from relation)
    union all select concat_ws(' ', 'owned sequence', objid::regclass, refobjid::regclass, refobjsubid, deptype)
      from pg_depend where objid in (select oid from relation where relkind = 'S') and refclassid = 'pg_class'::regclass
    union all select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid)) from pg_policy
    union all select concat_ws(' ', 'type', o.oid::regtype, typtype, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = o.oid))
      from pg_type o where typnamespace in (${schemas}) and typtype in ('e', 'd', 'c', 'r') and ${isNotOfExtension}
    union all select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext
    union all select concat_ws(' ', 'extension', extname) from pg_extension`.execute(db);
  return rows.map(({ line }) => line).sort();
}
