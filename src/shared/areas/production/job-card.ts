import { z } from 'zod'
import { day } from '../../kernel/shapes.ts'
import { markerShape } from './calls.ts'

const named = { name: z.string(), name_zh: z.string() }
const line = z.object({ color: z.string(), size: z.string(), pieces: z.int() })

/** All that a job card says, as it was when the order was sent. It holds no amount of money. */
export const jobCardContent = z.object({
  order: z.string(),
  /** Of the series of job cards of its financial year: JC/26-27/000123. */
  card_no: z.string().default(''),
  company: z.object({ name: z.string(), gstin: z.string() }).default({ name: '', gstin: '' }),
  hs_code: z.string().default(''),
  style_id: z.string(),
  ...named,
  category: z.string(),
  picture: z.uuid().nullable(),
  due_on: day.nullable(),
  remark: z.string(),
  /** Colour by colour, sizes from small to large. */
  lines: z.array(line.extend({ nm_sku: z.string(), color_zh: z.string().optional() })),
  facilities: z.array(
    z.object({
      facility: z.string(),
      ...named,
      gstin: z.string().default(''),
      /** "09 Uttar Pradesh"; empty where no GSTIN says it. */
      place_of_supply: z.string().default(''),
      starts_on: day,
      due_on: day,
      lines: z.array(line),
    }),
  ),
  materials: z.array(
    z.object({
      material_id: z.string(),
      ...named,
      unit: z.string(),
      need: z.number(),
      rolls: z.array(
        z.object({ roll: z.string(), lot: z.string(), shade: z.string(), place: z.string(), quantity: z.number() }),
      ),
    }),
  ),
  points: z.array(
    z.object({
      point: z.string(),
      point_zh: z.string(),
      cells: z.array(z.object({ size: z.string(), spec_mm: z.int(), tolerance_mm: z.int() })),
    }),
  ),
  marker: markerShape.extend({ number: z.int() }).nullable(),
})
export type JobCardContent = z.output<typeof jobCardContent>
