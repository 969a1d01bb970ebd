-- Who put their name under an inspection, drawn by hand: strokes of x, y, x, y … in a field of 900 × 300 units.
CREATE TABLE qc_signature (
  inspection_id uuid NOT NULL REFERENCES qc_inspection (id),
  part text NOT NULL CHECK (part IN ('inspector', 'lead')),
  by uuid NOT NULL REFERENCES app_user (id),
  strokes jsonb NOT NULL CHECK (jsonb_typeof(strokes) = 'array' AND length(strokes::text) <= 60000),
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (inspection_id, part)
);
CREATE INDEX qc_signature_by ON qc_signature (by);
