import { sql, type Kysely } from 'kysely';

/**
 * Creates the table of file name signatures (Bloom filters), which are stored in slices. Slice n has a set bit for each image whose name
 * contains a part with the hash n. Slice -1 has a set bit for each image whose name the other slices contain. A background task writes the
 * slices. A changed name is excluded until the task includes it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_name_slice (
      workspace_id uuid not null references workspace on delete cascade,
      slice smallint not null,
      chunk integer not null,
      bits bit(4096) not null,
      primary key (workspace_id, slice, chunk)
    )`.execute(db);
  await sql`
    create function exclude_changed_file_name() returns trigger language plpgsql as $$
      begin
        -- The row is also created, so that the first inclusion of its images waits for uncommitted names.
        insert into public.file_name_slice as s (workspace_id, slice, chunk, bits)
        values (new.workspace_id, -1, new.seq >> 12, 0::bit(4096))
        on conflict (workspace_id, slice, chunk) do update set bits = set_bit(s.bits, new.seq & 4095, 0);
        return null;
      end $$`.execute(db);
  await sql`
    create trigger exclude_changed_file_name after update on training_image
      for each row when (old.file_name is distinct from new.file_name) execute function exclude_changed_file_name()`.execute(db);
}
