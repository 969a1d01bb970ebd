-- What is to be told, written in the transaction that it tells of. A row is gone once its notices are written.
CREATE TABLE notice_outbox (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- Who gets it: one person, or the people of these roles, of one vendor where a vendor is named.
  user_id uuid REFERENCES app_user (id),
  vendor_id uuid REFERENCES vendor (id),
  roles text[] NOT NULL,
  -- Who did it, and so need not be told.
  actor_id uuid REFERENCES app_user (id),
  group_key text NOT NULL,
  -- Ids of what it is about: the same thing told twice counts once.
  things text[] NOT NULL CHECK (cardinality(things) > 0),
  details jsonb NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((user_id IS NULL) = (cardinality(roles) > 0)),
  -- A vendor's people are told only about one vendor, their own.
  CHECK (vendor_id IS NOT NULL OR NOT 'vendor' = ANY (roles))
);

CREATE TABLE notice (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  kind text NOT NULL,
  group_key text NOT NULL,
  -- The things told, the last thousand of them, and how many there were.
  things text[] NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  -- Of the event told last.
  details jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Milliseconds, as the cursor of the list carries them.
  updated_at timestamptz(3) NOT NULL,
  read_at timestamptz
);
-- Events of one kind and group are gathered in one notice until it is read.
CREATE UNIQUE INDEX notice_open ON notice (user_id, kind, group_key) WHERE read_at IS NULL;
CREATE INDEX notice_list ON notice (user_id, updated_at DESC, id DESC);
CREATE INDEX notice_read ON notice (read_at) WHERE read_at IS NOT NULL;

CREATE TABLE notice_mute (
  user_id uuid NOT NULL REFERENCES app_user (id),
  kind text NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- Counts up with every change to a person's notices: what the open streams look at.
CREATE TABLE notice_version (
  user_id uuid PRIMARY KEY REFERENCES app_user (id),
  version bigint NOT NULL
);
