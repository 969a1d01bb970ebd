import { type CatalogueStatus, isUnsampled } from '../../../shared/areas/catalogue/statuses.ts'
import { type Auditor, recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import type { HeldStyle } from './hold.ts'

/** Calls off the open rounds of styles that need no sample any more, and takes up those of styles that come back. The styles are held. */
export async function samplesFollow(
  tx: Tx,
  by: Auditor,
  moves: readonly { row: Pick<HeldStyle, 'id' | 'status'>; to: CatalogueStatus }[],
): Promise<void> {
  const crossing = moves.filter(({ row, to }) => isUnsampled(row.status) !== isUnsampled(to))
  const [off, up] = [crossing.filter(({ to }) => isUnsampled(to)), crossing.filter(({ to }) => !isUnsampled(to))]
  const ids = (of: typeof crossing) => of.map(({ row }) => row.id)
  if (crossing.length === 0) return
  const { rows } = await rowsOf({ code: col.text, was: col.text, now: col.text })`
    WITH off AS (UPDATE catalogue_sample s SET called_off_from = s.state, state = 'called_off', version = s.version + 1
        WHERE s.catalogue_id = ANY(${ids(off)}::uuid[]) AND s.state NOT IN ('passed', 'failed', 'called_off')
        RETURNING s.code, s.called_off_from AS was, s.state AS now),
      up AS (UPDATE catalogue_sample s SET state = s.called_off_from, called_off_from = NULL, version = s.version + 1
        FROM catalogue_sample o WHERE o.id = s.id AND s.catalogue_id = ANY(${ids(up)}::uuid[]) AND s.state = 'called_off'
          AND NOT EXISTS (SELECT 1 FROM catalogue_sample l WHERE l.catalogue_id = s.catalogue_id AND l.round > s.round)
        RETURNING s.code, o.state AS was, s.state AS now)
    SELECT code, was, now FROM off UNION ALL SELECT code, was, now FROM up ORDER BY code`.execute(tx)
  await recordEvents(
    tx,
    by,
    rows.map(({ code, was, now }) => ({
      ...{ entity: 'catalogue_sample' as const, entityId: code, from: was, to: now },
      event: now === 'called_off' ? ('sample.called_off' as const) : ('sample.taken_up' as const),
    })),
  )
}
