-- Plans that are looser than the settings -----------------------------------------------------------------------------------

-- Why a lead planned the lots that an inspection began looser than the settings, and what both asked of the same pieces: LooserPlan
-- of src/server/areas/inspection/looser-plans.ts. Null where nothing was looser.
ALTER TABLE qc_inspection
  ADD COLUMN looser_reason text,
  ADD COLUMN looser_plan jsonb,
  ADD CONSTRAINT qc_inspection_looser CHECK ((looser_reason IS NULL) = (looser_plan IS NULL));
