-- Lists of boxes at QC: the country at the end of their indexes ------------------------------------------------------------

-- In front it was one value for all rows, which PostgreSQL takes for a table that lies in the index's own order: a whole walk seemed
-- as cheap as a vendor's few boxes, and one vendor's list read every box that came in since. At the end it still sorts out the other
-- country within the index.
DROP INDEX qc_box_all, qc_box_uncounted, qc_box_in_qc, qc_box_passed, qc_box_failed, qc_box_ready, qc_box_shipped,
  qc_box_returned, qc_box_changed, qc_box_vendor;
CREATE INDEX qc_box_all ON qc_box (inwarded_at, box_id, site_kind);
CREATE INDEX qc_box_uncounted ON qc_box (inwarded_at, box_id, site_kind) WHERE uncounted > 0;
CREATE INDEX qc_box_in_qc ON qc_box (inwarded_at, box_id, site_kind)
  WHERE uncounted = 0 AND to_inspect + on_hold + open_missing > 0;
CREATE INDEX qc_box_passed ON qc_box (inwarded_at, box_id, site_kind) WHERE passed + shelved > 0;
CREATE INDEX qc_box_failed ON qc_box (inwarded_at, box_id, site_kind) WHERE failed > 0;
CREATE INDEX qc_box_ready ON qc_box (inwarded_at, box_id, site_kind) WHERE ready + invoiced > 0;
CREATE INDEX qc_box_shipped ON qc_box (inwarded_at, box_id, site_kind) WHERE shipped > 0;
CREATE INDEX qc_box_returned ON qc_box (inwarded_at, box_id, site_kind) WHERE returned > 0;
CREATE INDEX qc_box_changed ON qc_box (updated_at, box_id, site_kind);
CREATE INDEX qc_box_vendor ON qc_box (vendor_id, inwarded_at, box_id, site_kind);
