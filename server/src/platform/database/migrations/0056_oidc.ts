import { sql, type Kysely } from 'kysely';

/** Creates the tables for sign-ins with OpenID Connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table oidc_identity (
      issuer text not null,
      subject text not null,
      user_id uuid not null references app_user on delete cascade,
      created timestamptz not null default now(),
      primary key (issuer, subject)
    )`.execute(db);
  await sql`create index oidc_identity_user on oidc_identity (user_id)`.execute(db);
  // Unlogged: anyone can create rows, so they must be cheap. After a crash, users start the sign-in again.
  await sql`
    create unlogged table oidc_sign_in (
      state_hash bytea primary key,
      browser_hash bytea not null,
      nonce text not null,
      code_verifier text not null,
      expires timestamptz not null
    )`.execute(db);
  await sql`create index oidc_sign_in_expires on oidc_sign_in (expires)`.execute(db);
  await sql`
    create table oidc_membership (
      user_id uuid not null,
      workspace_id uuid not null,
      primary key (user_id, workspace_id),
      foreign key (user_id, workspace_id) references membership on delete cascade
    )`.execute(db);
  await sql`
    alter table session add column sign_in text not null default 'password' check (sign_in in ('password', 'oidc')),
      add column expires timestamptz, add column id_token text`.execute(db);
  await sql`alter table app_user add column has_password boolean not null default true`.execute(db);
  await sql`alter table audit_entry add column origin text`.execute(db);
}
