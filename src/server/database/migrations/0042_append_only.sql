-- Ledgers and histories are written once. The application's role has no right to change them (database-roles.ts); where it owns the tables,
-- as with one role for everything, this trigger stops it. A migration, or whoever owns the tables, says otherwise for one transaction:
-- SET LOCAL selvedge.append_only = 'off'.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('selvedge.append_only', true) = 'off'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER')
  THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON line_move FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON qc_move FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON stock_move FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON order_amendment FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON order_amendment_line FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON line_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON qc_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON stock_move FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON order_amendment FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON order_amendment_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- The feed is forgotten from its beginning on, and a batch's number is given once; what it tells stays as it is.
CREATE FUNCTION keep_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.seq, NEW.entity, NEW.event_ids) IS DISTINCT FROM (OLD.seq, OLD.entity, OLD.event_ids)
    OR OLD.number IS NOT NULL AND NEW.number IS DISTINCT FROM OLD.number
  THEN
    RAISE EXCEPTION 'a batch of the change feed is numbered once and never changed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER written_once BEFORE UPDATE ON feed_batch FOR EACH ROW EXECUTE FUNCTION keep_batch();
