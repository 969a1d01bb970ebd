-- What QC asks of the styles of a category, or of a vendor's goods, beside its settings: the strictest holds.
INSERT INTO setting (name, value) VALUES ('qc_stricter', '[]'), ('india_qc_stricter', '[]');
