-- What was said of a discrepancy can be taken back until its pass closes for good; it stays, with who took it back and why.
ALTER TABLE gate_pass_outcome
  ADD COLUMN undone_at timestamptz(3),
  ADD COLUMN undone_by uuid REFERENCES app_user (id),
  ADD COLUMN undone_why text,
  ADD CHECK (num_nonnulls(undone_at, undone_by, undone_why) IN (0, 3));
