import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/** Adds the rotation of boxes (ADR 0108). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // x and y of the center, width, height, degrees clockwise. `data` is the enclosing upright box.
  await sql`
    alter table detection_object add column rotated_box double precision[] check (
      array_length(rotated_box, 1) = 5 and rotated_box[3] > 0 and rotated_box[4] > 0 and rotated_box[5] >= 0 and rotated_box[5] < 360)`.execute(
    db,
  );
  // A writer that only changes `data` makes the box upright, for example an existing client, a server of an earlier release, or undo.
  await sql`
    create function make_box_upright() returns trigger language plpgsql as $$
    begin
      new.rotated_box := null;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger make_box_upright before update on detection_object for each row
    when (old.data is distinct from new.data and new.rotated_box is not null and old.rotated_box is not distinct from new.rotated_box)
    execute function make_box_upright()`.execute(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'detection_object')) await logTable(db, table);
  await createJobAccess(db);
}
