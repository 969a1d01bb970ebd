-- Pictures of styles and of their colours. A row is one picture, drawn once in two sizes behind the port for files; what its id
-- shows never changes: a new picture in the same place is a new row.
CREATE TABLE style_picture (
  id uuid PRIMARY KEY,
  style_id uuid NOT NULL REFERENCES style (id),
  -- English, as its SKUs say it; null shows the whole style.
  color text CHECK (color <> ''),
  -- The lowest is the face.
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 99),
  -- What its two files are named by; both are JPEG.
  file_id uuid NOT NULL,
  -- Of the large one.
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  bytes integer NOT NULL CHECK (bytes >= 0),
  -- Of the file as it was chosen: the same once more changes nothing.
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  added_at timestamptz NOT NULL DEFAULT now(),
  added_by uuid NOT NULL REFERENCES app_user (id),
  -- Taken off, or another came into its place: it can be put back for some days.
  removed_at timestamptz,
  removed_by uuid REFERENCES app_user (id),
  CHECK ((removed_at IS NULL) = (removed_by IS NULL))
);
-- One picture a place; also how a face is found: pictures of the whole style first, then colour by colour.
CREATE UNIQUE INDEX style_picture_place ON style_picture (style_id, coalesce(color, ''), position) WHERE removed_at IS NULL;
CREATE INDEX style_picture_file ON style_picture (file_id);
CREATE INDEX style_picture_removed ON style_picture (removed_at) WHERE removed_at IS NOT NULL;

-- The face of a style: of the whole style before its colours. Kept beside it, since every list of orders shows it; written by
-- whatever changes its pictures (areas/pictures/store.ts). What the hour sweeps away is no face any more.
ALTER TABLE style ADD COLUMN picture_id uuid;

-- A file's name says a style without its blanks and dashes.
CREATE INDEX style_plain_code ON style (translate(upper(code), ' _-./()', ''));
