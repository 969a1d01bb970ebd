-- The front door ------------------------------------------------------------------------------------------------------------

-- Calls by the minute, of those who come near a limit. Worth nothing after a crash, so it needs no log.
CREATE UNLOGGED TABLE rate_count (
  -- A hash of whose and of what.
  name text NOT NULL,
  -- Since 1970.
  minute integer NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (name, minute)
);

-- Where an account is signed in to: a browser or a desktop app is known again by a token that opens nothing.
CREATE TABLE known_device (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user (id),
  token_hash bytea NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (token_hash, user_id)
);
CREATE INDEX known_device_user ON known_device (user_id, used_at);

-- Wrong passwords of an account, counted apart by where they come from, so that guesses from one place hold nobody back elsewhere.
CREATE TABLE sign_in_failure (
  user_id uuid NOT NULL REFERENCES app_user (id),
  -- `address 192.0.2.1`, `device <id of known_device>`, `session` (who is signed in changes the password), `strangers` (all addresses together).
  whence text NOT NULL,
  -- In a row, and not longer ago than a day.
  failures integer NOT NULL,
  last_at timestamptz NOT NULL DEFAULT now(),
  -- Until then no password from there is looked at.
  held_until timestamptz,
  PRIMARY KEY (user_id, whence)
);
INSERT INTO sign_in_failure (user_id, whence, failures, held_until)
  SELECT id, 'strangers', failed_sign_ins, locked_until FROM app_user WHERE locked_until > now();
ALTER TABLE app_user DROP COLUMN failed_sign_ins, DROP COLUMN locked_until;

-- A code is good with what its asker was given; each asker has a code of their own.
DROP INDEX one_time_code_open;
ALTER TABLE one_time_code
  ADD COLUMN asked_hash bytea,
  -- `device <id>` or `address 192.0.2.1`: as of failed sign-ins.
  ADD COLUMN whence text NOT NULL DEFAULT '';
UPDATE one_time_code SET ended_at = now(), code_hash = NULL WHERE ended_at IS NULL;
CREATE INDEX one_time_code_open ON one_time_code (user_id, purpose) WHERE ended_at IS NULL;
CREATE INDEX one_time_code_age ON one_time_code (created_at);
