import type {
  AnnotatorAccess,
  AssignableRole,
  ChangedKind,
  ChangeOrigin,
  InvitationMail,
  Permission,
  PresenceKind,
  ServiceSlug,
  SignInKind,
  StatisticsVisibility,
  TokenScope,
} from '@console/shared-contract/api';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type JsonObject = Record<string, unknown>;

export interface AccountTables {
  app_user: {
    id: Generated<string>;
    /** Lower case, trimmed. */
    email: string;
    username: string;
    password_hash: string;
    /** False if the user only signs in at the identity provider. The hash then belongs to a password that nobody knows. */
    has_password: Generated<boolean>;
    default_workspace_id: string | null;
    can_download_model: Generated<boolean>;
    /** 40 characters, stored in plain text because it is shown to its owner. */
    api_token: string;
    created: GeneratedTimestamp;
  };

  workspace: {
    id: Generated<string>;
    name: string;
    blur_images: Generated<boolean>;
    meta_data: JSONColumnType<JsonObject, string | undefined, string>;
    owner_id: string | null;
    statistics_visibility: Generated<StatisticsVisibility>;
    annotator_access: Generated<AnnotatorAccess>;
    created: GeneratedTimestamp;
  };

  workspace_service: {
    workspace_id: string;
    slug: ServiceSlug;
  };

  membership: {
    user_id: string;
    workspace_id: string;
    /** The role of a member. The value has no meaning for the owner of the workspace. */
    role: Generated<AssignableRole>;
    created: GeneratedTimestamp;
  };

  /** A browser tab that shows a row to its user. Expires after `PRESENCE_SECONDS`. The table is unlogged. */
  presence: {
    user_id: string;
    tab: string;
    workspace_id: string;
    kind: PresenceKind;
    entity_id: string;
    since: GeneratedTimestamp;
    seen: GeneratedTimestamp;
  };

  /**
   * A visit to a page of a remote (a front-end package) while a canary (a version for some users) is compared with the previous
   * release. The table is unlogged.
   */
  page_visit: {
    id: Generated<string>;
    user_id: string;
    remote: string;
    version: string;
    is_canary: boolean;
    displayed_ms: number | null | undefined;
    ready_ms: number | null | undefined;
    failed: boolean;
  };

  /** One sign-in on one device. All its refresh tokens and access tokens end with it. */
  session: {
    id: Generated<string>;
    user_id: string;
    created: GeneratedTimestamp;
    /** Time of the logout, or of the reuse of a consumed refresh token. */
    ended: Timestamp | null;
    user_agent: string | null;
    sign_in: Generated<SignInKind>;
    /** The session ends at this time even if it is in use. Null for never. */
    expires: Timestamp | null | undefined;
    /** The ID token of the identity provider. Null for other sign-ins. */
    id_token: string | null | undefined;
  };

  refresh_token: {
    /** SHA-256 of the token. */
    hash: Buffer;
    session_id: string;
    used: Timestamp | null;
    expires: Timestamp;
    created: GeneratedTimestamp;
  };

  /** A named API token. */
  api_token: {
    id: Generated<string>;
    user_id: string;
    /** Null for all workspaces of the user. */
    workspace_id: string | null;
    name: string;
    scopes: TokenScope[];
    /** SHA-256 of the token. */
    hash: Buffer;
    /** The first characters of the token. */
    prefix: string;
    created: GeneratedTimestamp;
    expires: Timestamp | null;
    last_used: ColumnType<Date | null, never, Date>;
  };

  invitation: {
    id: Generated<string>;
    workspace_id: string;
    role: AssignableRole;
    /** Lower case. Null for anyone who has the link. */
    email: string | null;
    mail: InvitationMail;
    created: GeneratedTimestamp;
    expires: Timestamp;
    /** Null if the account was deleted. */
    created_by: string | null;
    revoked: ColumnType<Date | null, never, Date>;
    accepted: ColumnType<Date | null, never, Date>;
    accepted_by: ColumnType<string | null, never, string>;
  };

  invitation_secret: {
    /** SHA-256 of the secret in a link. */
    hash: Buffer;
    invitation_id: string;
  };

  /** A link with which a user sets a new password. It is deleted when it is used. */
  password_link: {
    /** SHA-256 of the secret in the link. */
    hash: Buffer;
    user_id: string;
    /** The owner who requested it. Null for a link by email or from the operator. */
    created_by: string | null;
    created: GeneratedTimestamp;
    expires: Timestamp;
  };

  /** The account of a user of an identity provider. */
  oidc_identity: {
    issuer: string;
    subject: string;
    user_id: string;
    created: GeneratedTimestamp;
  };

  /** A sign-in that a browser has started and not finished. The table is not in the write-ahead log. */
  oidc_sign_in: {
    /** SHA-256 of the state. */
    state_hash: Buffer;
    /** SHA-256 of the secret in the cookie of the browser. */
    browser_hash: Buffer;
    nonce: string;
    code_verifier: string;
    expires: Timestamp;
  };

  /** A membership that the user got through a group at the identity provider. */
  oidc_membership: {
    user_id: string;
    workspace_id: string;
  };

  idempotency_key: {
    user_id: string;
    key: string;
    /** SHA-256 of method, path and body. */
    request_hash: Buffer;
    status: number | null;
    /** The body of the response as it was sent. Null for a response without a body. */
    answer: string | null;
    /** The workspaces of the response. Null for items of bulk calls, whose rows contain the workspace. */
    workspace_ids: ColumnType<string[] | null, string[] | undefined, string[]>;
    /** The permissions that the call needed in these workspaces. Null for items of bulk calls and for older responses. */
    permissions: ColumnType<Permission[] | null, Permission[] | undefined, Permission[]>;
    created: GeneratedTimestamp;
  };

  login_failure: {
    /** SHA-256 of an IP address, of an account, or of both. */
    key: Buffer;
    failures: number;
    /** The failures expire at this time. */
    until: Date;
    blocked: Date | null;
  };

  /** Records that an account has signed in from an IP address. */
  login_address: {
    /** SHA-256 of the account and the address. */
    key: Buffer;
    last: Date;
  };

  /** Append-only, without foreign keys, because an entry outlives the rows that it describes. */
  audit_entry: {
    id: Generated<string>;
    workspace_id: string;
    created: GeneratedTimestamp;
    /** Null for commands of the operator. */
    user_id: string | null;
    username: string | null;
    origin: 'oidc' | null;
    action: string;
    /** Kind of the changed row, as in the paths of the API. */
    subject: string | null;
    subject_id: string | null;
    /** Number of rows that a bulk change affected, and ids of these rows. Null for other entries. */
    changed_count: number | null;
    changed_ids: string[] | null;
  };

  /** The changes of one action in a workspace. Written by triggers, like `change`. */
  change_set: {
    id: GeneratedAlways<string>;
    workspace_id: string;
    created: GeneratedTimestamp;
    user_id: string | null;
    origin: ChangeOrigin;
    /** Name of the API token. Null for all other origins, and for the token that every user has. */
    token_name: string | null;
    action: string | null;
    /** The background work that made the changes. */
    work_id: string | null;
    summarized: Generated<boolean>;
    relations: ChangedKind[];
    /** Numbers of entries by table and operation, such as `polygon insert`. A trigger of `change` writes them. */
    counts: ColumnType<Record<string, number>, never, never>;
    key: string | null;
    finished: GeneratedTimestamp;
    undoes: string | null;
  };

  /** One row for each kind of row that a change set contains. A trigger of `change_set` writes them. */
  change_set_kind: {
    workspace_id: string;
    relation: ChangedKind;
    created: Date;
    set_id: string;
    user_id: string | null;
    origin: ChangeOrigin;
  };

  change: {
    id: GeneratedAlways<string>;
    change_set_id: string;
    workspace_id: string;
    created: Date;
    relation: ChangedKind;
    subject_id: string;
    row_id: string;
    operation: 'insert' | 'update' | 'delete';
    before: ColumnType<unknown, never>;
    after: ColumnType<unknown, never>;
  };

  /** The size of a stored file. */
  file_size: {
    file_key: string;
    /** Text, because it can exceed 2^31. */
    bytes: string;
  };

  /** Sizes of the files of a workspace in bytes. */
  storage_use: {
    workspace_id: string;
    images: string;
    products: string;
    models: string;
    measured: GeneratedTimestamp;
  };

  server_setting: {
    name: string;
    value: string;
  };
}
