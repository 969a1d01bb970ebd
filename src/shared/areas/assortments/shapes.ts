import { z } from 'zod'
import { instant, version } from '../../kernel/shapes.ts'

export const assortmentRow = z.object({
  assortment_id: z.string(),
  name: z.string(),
  remark: z.string().nullable(),
  is_closed: z.boolean(),
  styles: z.int(),
  /** Styles of it that wait for their verdict. */
  to_judge: z.int(),
  passed: z.int(),
  failed: z.int(),
  pictures: z.array(z.string()),
  created_at: instant,
  created_by: z.string(),
  version,
})
export type AssortmentRow = z.output<typeof assortmentRow>
