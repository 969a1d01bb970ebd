-- Refused files count by their size as well: seventeen of them filled a disk. Those of before were kept for a day at most.
ALTER TABLE refused_upload ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
CREATE INDEX refused_upload_user ON refused_upload (user_id, id);
CREATE INDEX label_file_user ON label_file (user_id, id);
