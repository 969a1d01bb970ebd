-- A plan of a thousand stores and styles has millions of cells: what it says of them is read a style at a time, so it is a value of the style.
-- {"stores": [site.code], "skus": [sku.id], "cells": [[store's place, SKU's place, given, rate, …]]}, as `packed-cells.ts` writes and reads it.
ALTER TABLE allocation_style ADD COLUMN cells json;
-- Pieces of stores for which no minimum set could be made up; they counted as short before.
ALTER TABLE allocation_style ADD COLUMN unset integer NOT NULL DEFAULT 0 CHECK (unset >= 0);
-- What a line's cell needs, and what limited it.
ALTER TABLE allocation_outward ADD COLUMN need integer;
ALTER TABLE allocation_outward ADD COLUMN limited_by text;

UPDATE allocation_outward o SET need = (c.why ->> 'need')::int, limited_by = CASE WHEN c.locked IS NULL THEN c.why ->> 'limit' ELSE 'locked' END
  FROM allocation_cell c WHERE c.task_id = o.task_id AND c.sku_id = o.sku_id AND c.store_id = o.store_id;

WITH told AS (
  SELECT y.id, c.store_id, x.code AS store, c.sku_id, c.given, c.why, CASE WHEN c.why ->> 'limit' = 'no_set' THEN (c.why ->> 'short')::int ELSE 0 END AS unset
  FROM allocation_style y JOIN sku k ON k.style_id = y.style_id AND k.color = y.color
  JOIN allocation_cell c ON c.task_id = y.task_id AND c.sku_id = k.id AND c.why IS NOT NULL JOIN site x ON x.id = c.store_id),
placed AS (SELECT t.*, dense_rank() OVER (PARTITION BY id ORDER BY store) - 1 AS s, dense_rank() OVER (PARTITION BY id ORDER BY sku_id) - 1 AS k FROM told t),
packed AS (
  SELECT id, sum(unset)::int AS unset, json_build_object(
    'stores', (SELECT json_agg(n.store ORDER BY n.store) FROM (SELECT DISTINCT t.store FROM told t WHERE t.id = p.id) n),
    'skus', (SELECT json_agg(n.sku_id ORDER BY n.sku_id) FROM (SELECT DISTINCT t.sku_id FROM told t WHERE t.id = p.id) n),
    'cells', json_agg(json_build_array(s, k, given, (why ->> 'rate')::float8, (why ->> 'on_hand')::int, (why ->> 'in_transit')::int,
      (why ->> 'target')::int, (why ->> 'need')::int, (why ->> 'extra')::int, (why ->> 'cut')::int, p.unset, (why ->> 'short')::int - p.unset,
      (why ->> 'core')::int, (why ->> 'shown')::int, (why ->> 'share')::int, (why ->> 'fill')::int, why ->> 'limit', (why ->> 'sold_30')::int,
      (why ->> 'days_30')::int))) AS cells
  FROM placed p GROUP BY id)
UPDATE allocation_style y SET cells = p.cells, unset = p.unset, short = y.short - p.unset FROM packed p WHERE p.id = y.id;

-- What is left are the cells that people locked.
DELETE FROM allocation_cell WHERE locked IS NULL;
ALTER TABLE allocation_cell DROP COLUMN given;
ALTER TABLE allocation_cell DROP COLUMN why;

-- Written an SKU after the other; nobody asks by store over all tasks.
ALTER TABLE allocation_outward DROP CONSTRAINT allocation_outward_task_id_source_id_store_id_sku_id_key;
ALTER TABLE allocation_outward ADD UNIQUE (task_id, sku_id, store_id, source_id);
DROP INDEX allocation_outward_store;

-- Totals of plans that were only tried before know nothing of it.
UPDATE allocation_task SET what_if = NULL;

-- Since when an SKU lies in a shop.
CREATE INDEX stock_move_to ON stock_move (to_place, sku_id, at);
