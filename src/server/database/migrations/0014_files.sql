-- Photographs and refused files leave the database for a folder or S3-compatible storage (docs/decisions/0017-files.md). What
-- is still here is moved in the background and read from both places meanwhile.

-- Files lie below this id, so that two databases may share a folder or a bucket.
CREATE TABLE file_store (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  installation uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO file_store DEFAULT VALUES;

ALTER TABLE qc_image
  ALTER COLUMN picture DROP NOT NULL,
  ALTER COLUMN thumbnail DROP NOT NULL,
  -- What its two files are named by. The same photograph sent for another box shares them.
  ADD COLUMN file_id uuid,
  -- Of the picture's file.
  ADD COLUMN bytes integer CHECK (bytes >= 0),
  ADD CONSTRAINT qc_image_somewhere CHECK (
    (file_id IS NULL AND picture IS NOT NULL AND thumbnail IS NOT NULL)
    OR (file_id IS NOT NULL AND bytes IS NOT NULL AND picture IS NULL AND thumbnail IS NULL));
CREATE INDEX qc_image_file ON qc_image (file_id);
CREATE INDEX qc_image_to_move ON qc_image (id) WHERE file_id IS NULL;

-- Null: it lies behind the port for files, named by this row's id.
ALTER TABLE refused_upload ALTER COLUMN file DROP NOT NULL;
