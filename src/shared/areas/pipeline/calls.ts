import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { price, supplierId } from '../../kernel/shapes.ts'
import { allowed } from './rights.ts'
import { stageNames } from './stages.ts'

/** What the table below the stages has a row for. */
export const pipelineGroups = ['vendor', 'category', 'destination', 'style'] as const
export type PipelineGroup = (typeof pipelineGroups)[number]

/** Rows of the table at most: those with most pieces. */
export const MOST_GROUPS = 300

export const stage = z.enum(stageNames)

const filter = {
  /** Of stock the vendor that its style is of. */
  supplier_id: supplierId.optional(),
  category: z.string().trim().max(80).optional(),
  /** Code of the site that orders go to; of stock where it lies or goes. */
  destination: z.string().trim().max(40).optional(),
  /** Code of a style. */
  style: z.string().trim().max(40).optional(),
}

const named = z.object({ code: z.string(), name: z.string(), name_zh: z.string() })

const row = z.object({
  /** Code of the vendor, facility, site or style; the category. Empty: of none. */
  code: z.string(),
  name: z.string(),
  name_zh: z.string(),
  pieces: z.partialRecord(stage, z.int()),
  value: price,
})
export type PipelineRow = z.output<typeof row>

export const pipelineCalls = {
  getPipeline: post('selvedge/pipeline', {
    summary:
      'Pieces and their value by stage, and by vendor, category, destination or style: sums of what the ledgers hold. A vendor gets its own stages.',
    callers: allowed.seePipeline,
    takes: z.object({ ...filter, group: z.enum(pipelineGroups).default('vendor') }),
    gives: json(
      z.object({
        /** Those that the caller may see, in their order, also where nothing stands. */
        stages: z.array(z.object({ stage, pieces: z.int(), value: price })),
        rows: z.array(row),
        /** How many rows there are, of which `rows` has the first. */
        total: z.int(),
        categories: z.array(z.string()),
        destinations: z.array(named),
      }),
    ),
  }),
  getPipelineAges: post('selvedge/pipeline/ages', {
    summary:
      'How long pieces stand in each stage, as if first in were first out, beside how long they usually stay; of all vendors or of one.',
    callers: allowed.seePipeline,
    takes: z.object({ supplier_id: filter.supplier_id }),
    gives: json(
      z.object({
        ages: z.array(
          z.object({
            stage,
            oldest: z.int().nullable(),
            is_at_least: z.boolean(),
            usual: z.int().nullable(),
            most: z.int().nullable(),
            slow: z.int(),
          }),
        ),
      }),
    ),
  }),
}
