-- How each person likes the screens: column layouts and the like, by name. The last write wins.
CREATE TABLE user_preference (
  user_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) <= 80),
  value jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, name)
);

-- Views of a list that people save: filters and sort as words of the address, and the columns. `vendor_id` is the owner's
-- vendor when it was saved, null within the house: a view is never seen outside of it.
CREATE TABLE saved_view (
  id uuid PRIMARY KEY,
  list text NOT NULL,
  owner_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  vendor_id uuid REFERENCES vendor (id),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  search text NOT NULL CHECK (char_length(search) <= 2000),
  layout jsonb NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Deleted ones are kept for a day, so that it can be undone.
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX saved_view_own ON saved_view (owner_id, list) WHERE deleted_at IS NULL;
CREATE INDEX saved_view_shared ON saved_view (list, vendor_id) WHERE is_shared AND deleted_at IS NULL;

-- The view with which a list opens for one person.
CREATE TABLE default_view (
  user_id uuid NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  list text NOT NULL,
  view_id uuid NOT NULL REFERENCES saved_view (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, list)
);
CREATE INDEX default_view_view ON default_view (view_id);
