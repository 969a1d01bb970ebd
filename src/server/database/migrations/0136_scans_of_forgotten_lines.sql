-- A line whose only scan was taken back is uncounted again; the scan stays, so that one that is sent again is known.
ALTER TABLE stock_count_scan
  ALTER COLUMN line_id DROP NOT NULL,
  DROP CONSTRAINT stock_count_scan_line_id_fkey,
  ADD CONSTRAINT stock_count_scan_line_id_fkey FOREIGN KEY (line_id) REFERENCES stock_count_line (id) ON DELETE SET NULL;
CREATE INDEX stock_count_scan_line ON stock_count_scan (line_id);
