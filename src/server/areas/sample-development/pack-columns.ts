import { packContent } from '../../../shared/areas/sample-development/tech-pack.ts'
import { col, type Row } from '../../database/rows.ts'

export const packColumns = {
  ...{ id: col.text, number: col.number, sample_id: col.text, content: packContent, vendor_id: col.text },
  ...{ made_by: col.text, made_at: col.instant, sent_at: col.instantOrNull },
}
export type Pack = Row<typeof packColumns>
