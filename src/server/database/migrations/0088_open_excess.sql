-- Excess pieces of a box of which nobody has said yet what becomes of them, beside open_missing.
ALTER TABLE qc_box ADD COLUMN open_excess integer NOT NULL DEFAULT 0 CHECK (open_excess >= 0);
UPDATE qc_box q SET open_excess = c.pieces
FROM (SELECT box_id, site_id, sum(quantity - settled)::int AS pieces FROM qc_case
  WHERE kind = 'excess' AND withdrawn_at IS NULL AND settled < quantity GROUP BY 1, 2) c
WHERE q.box_id = c.box_id AND q.site_id = c.site_id;
