-- What becomes of pieces in India: bought, or taken away after they were rejected -------------------------------------------

-- Buckets of `qcPieces`. Defaults are kept once for all old rows; only the boxes are written anew, for the stage that hangs on them.
ALTER TABLE qc_line
  ADD COLUMN purchased integer NOT NULL DEFAULT 0 CHECK (purchased >= 0),
  ADD COLUMN disposed integer NOT NULL DEFAULT 0 CHECK (disposed >= 0),
  DROP CONSTRAINT qc_line_check,
  ADD CONSTRAINT qc_line_check CHECK (declared + excess = uncounted + to_inspect + on_hold + passed + shelved + ready + invoiced
    + shipped + failed + returned + missing + purchased + disposed);

ALTER TABLE qc_box
  ADD COLUMN purchased integer NOT NULL DEFAULT 0 CHECK (purchased >= 0),
  ADD COLUMN disposed integer NOT NULL DEFAULT 0 CHECK (disposed >= 0),
  DROP CONSTRAINT qc_box_check,
  ADD CONSTRAINT qc_box_check CHECK (declared + excess = uncounted + to_inspect + on_hold + passed + shelved + ready + invoiced
    + shipped + failed + returned + missing + purchased + disposed);

-- qcStatus() of src/shared/areas/qc-boxes/status.ts; a test holds the two together.
ALTER TABLE qc_box DROP COLUMN stage;
ALTER TABLE qc_box
  ADD COLUMN stage smallint NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN uncounted > 0 THEN 0
      WHEN open_missing > 0 AND inspections = 0 THEN 1
      WHEN to_inspect + on_hold > 0 AND inspections = 0 THEN 2
      WHEN to_inspect + on_hold > 0 THEN 3
      WHEN failed > 0 THEN 4
      WHEN passed + shelved + ready + invoiced + purchased > 0 THEN 5
      WHEN shipped > 0 THEN 6
      WHEN returned > 0 THEN 7
      WHEN disposed > 0 THEN 4
      ELSE 1
    END
  ) STORED;

CREATE INDEX qc_box_purchased ON qc_box (inwarded_at, box_id, site_kind) WHERE purchased > 0;
