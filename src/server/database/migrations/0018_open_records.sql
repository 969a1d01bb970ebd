-- Who has a record open now. Every row is written again each few seconds and worth nothing after that: it need not survive a crash.
CREATE UNLOGGED TABLE open_record (
  user_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  entity text NOT NULL,
  entity_id text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (entity, entity_id, user_id)
);
