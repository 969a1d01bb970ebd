-- A sample is judged by the style's spec as it was when it was first measured, and called off while its style needs none.
ALTER TABLE catalogue_sample
  -- The version of the style's points of measure (garment_version); 0: it had none; null until it is measured.
  ADD COLUMN spec_version integer CHECK (spec_version >= 0),
  -- Of one called off: what it was, and becomes again when its style comes back.
  ADD COLUMN called_off_from text,
  DROP CONSTRAINT catalogue_sample_state_check,
  ADD CONSTRAINT catalogue_sample_state_check
    CHECK (state IN ('planned', 'requested', 'sent', 'received', 'measured', 'passed', 'failed', 'called_off')),
  ADD CHECK ((state = 'called_off') = (called_off_from IS NOT NULL));

DROP INDEX catalogue_sample_open;
CREATE UNIQUE INDEX catalogue_sample_open ON catalogue_sample (catalogue_id) WHERE state NOT IN ('passed', 'failed', 'called_off');

UPDATE catalogue_sample s SET called_off_from = s.state, state = 'called_off', version = s.version + 1
  FROM catalogue_style c WHERE c.id = s.catalogue_id AND s.state NOT IN ('passed', 'failed')
    AND c.status IN ('Design Rejected', 'Assortment Failed', 'Vendor Delisted', 'Sample OOS');
