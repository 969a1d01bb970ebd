-- Languages beside those that come with the program, as admins have added them.
CREATE TABLE language (
  code text PRIMARY KEY,
  name text NOT NULL,
  created_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Words of a language that are kept here, and keys that screens asked for in vain. They go before the program's own files.
-- No reference to `language`: Chinese and languages of the installation's own files have no row there.
CREATE TABLE translation (
  language text NOT NULL,
  key text NOT NULL,
  -- Null while it was only asked for.
  text text,
  asked_at timestamptz,
  version integer NOT NULL DEFAULT 0,
  updated_by uuid REFERENCES app_user (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (language, key)
);
