-- Samples of catalogue styles.
CREATE SEQUENCE catalogue_sample_number;

CREATE TABLE catalogue_sample (
  id uuid PRIMARY KEY,
  -- As `SM-000012`; its label carries it.
  code text NOT NULL UNIQUE DEFAULT 'SM-' || lpad(nextval('catalogue_sample_number')::text, 6, '0'),
  catalogue_id uuid NOT NULL REFERENCES catalogue_style (id),
  round smallint NOT NULL CHECK (round > 0),
  state text NOT NULL CHECK (state IN ('planned', 'requested', 'sent', 'received', 'measured', 'passed', 'failed')),
  -- Until when it is to be sent.
  due_on date,
  carrier text,
  tracking text,
  sent_at timestamptz(3),
  received_at timestamptz(3),
  -- As its vendor says, and as our scales say.
  weight_vendor_g integer CHECK (weight_vendor_g > 0),
  weight_qc_g integer CHECK (weight_qc_g > 0),
  transparency text,
  pilling text,
  stretchability text,
  -- Chosen; what the measures say is computed beside it.
  judged_at timestamptz(3),
  judged_by uuid REFERENCES app_user (id),
  -- Of the house, to itself.
  remark text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES app_user (id),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (catalogue_id, round),
  CHECK ((tracking IS NOT NULL) <= (carrier IS NOT NULL)),
  CHECK ((state IN ('passed', 'failed')) = (judged_at IS NOT NULL)),
  CHECK ((judged_at IS NULL) = (judged_by IS NULL))
);
CREATE INDEX catalogue_sample_state ON catalogue_sample (state, created_at);
-- A style has one round under way at most.
CREATE UNIQUE INDEX catalogue_sample_open ON catalogue_sample (catalogue_id) WHERE state NOT IN ('passed', 'failed');

CREATE TABLE catalogue_sample_measure (
  sample_id uuid NOT NULL REFERENCES catalogue_sample (id),
  size text NOT NULL CHECK (size <> ''),
  point text NOT NULL CHECK (point <> ''),
  -- As it was asked for when it was measured: a later change of the specification judges no old sample.
  spec_mm integer CHECK (spec_mm > 0),
  tolerance_mm integer CHECK (tolerance_mm >= 0),
  measured_mm integer NOT NULL CHECK (measured_mm > 0),
  PRIMARY KEY (sample_id, size, point),
  CHECK ((tolerance_mm IS NOT NULL) <= (spec_mm IS NOT NULL))
);
