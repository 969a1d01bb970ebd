-- Parts of what is typed into a search, from three letters on: in the codes, names and colours of SKUs and styles, and on shelves. A
-- PostgreSQL that does not allow the extension searches without, only slower.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX sku_search ON sku USING gin (nm_sku gin_trgm_ops, color gin_trgm_ops, color_zh gin_trgm_ops, size gin_trgm_ops);
  CREATE INDEX style_search ON style USING gin (code gin_trgm_ops, name gin_trgm_ops, name_zh gin_trgm_ops);
  CREATE INDEX place_search ON place USING gin (code gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: SKUs are searched without an index';
END
$$;
