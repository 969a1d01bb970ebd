-- Markers are kept as CAD writes them for the plotter, too: DXF and HPGL.
ALTER TABLE marker_file DROP CONSTRAINT marker_file_type_check;
ALTER TABLE marker_file ADD CONSTRAINT marker_file_type_check
  CHECK (type IN ('application/pdf', 'image/jpeg', 'image/vnd.dxf', 'application/vnd.hp-hpgl'));
