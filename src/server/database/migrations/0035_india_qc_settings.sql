-- What India QC goes by --------------------------------------------------------------------------------------------------------

-- qcSettingDefaults of src/shared/areas/inspection/settings.ts; a test holds the two together.
INSERT INTO setting (name, value) VALUES
  ('india_qc_lot_scope', '"style_colour"'),
  ('india_qc_level', '"II"'),
  ('india_qc_aqls', '{"critical": "0", "major": "2.5", "minor": "4.0"}'),
  ('india_qc_blind_count', 'false');
