-- Accounts of sites -------------------------------------------------------------------------------------------------------

-- The sites (site.id) that somebody works at, where their role works at sites. None: all of the role's kinds, as before there were any.
ALTER TABLE app_user ADD COLUMN site_ids uuid[] NOT NULL DEFAULT '{}';
