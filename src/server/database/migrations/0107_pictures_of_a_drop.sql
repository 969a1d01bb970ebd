-- Files that were dropped together, by the drop: of two for one place neither takes the other's without a word.
ALTER TABLE style_picture ADD COLUMN drop_id uuid;
