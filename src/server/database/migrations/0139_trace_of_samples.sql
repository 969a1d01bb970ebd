-- What begins with a typed code is found without reading every row.
CREATE INDEX catalogue_style_code_pattern ON catalogue_style (code text_pattern_ops);
CREATE INDEX catalogue_sample_code_pattern ON catalogue_sample (code text_pattern_ops);
CREATE INDEX pre_production_order_pattern ON pre_production_order (number text_pattern_ops);
