-- What an alert has told its person: nothing is told twice while it lasts, and what is over is forgotten, so that it is told when it begins
-- anew. The alerts themselves are a preference of the person (`pipeline.alerts`), which names each by its id.
CREATE TABLE pipeline_alert_told (
  user_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  alert_id uuid NOT NULL,
  -- Order, box, production order, vendor or style.
  thing text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  is_mailed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, alert_id, thing)
);

-- The day in India on which a person was last sent the mail of the day.
CREATE TABLE pipeline_alert_mail (
  user_id uuid PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  day date NOT NULL
);

-- The secret address of a person's calendar of arrivals; only its hash is stored.
CREATE TABLE arrival_feed (
  user_id uuid PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  key_hash bytea NOT NULL UNIQUE,
  made_at timestamptz NOT NULL DEFAULT now(),
  last_read_at timestamptz
);
