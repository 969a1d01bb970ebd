import { z } from 'zod'
import { json, post } from '../../kernel/call.ts'
import { counts, day, nmSku, page, part, piecesIn, searchText } from '../../kernel/shapes.ts'
import { allowed } from './rights.ts'
import { category, planSettings, season, siteCode } from './shapes.ts'
import { mapStyle, storeStyle, transferRow } from './store-shapes.ts'

const callers = allowed.allocation

/** Transfers that are proposed and made at once. */
export const MOST_TRANSFERS = 5_000

const region = z.string().trim().min(1).max(60)
const mostCover = z.int().min(1).max(720)

/** What stores have, and what one sends another. */
export const storeCalls = {
  storeStock: post('selvedge/allocation/stores', {
    atStandby: false,
    summary: 'Styles at stores with cover, sell-through, age and lost days, by store; of one store with the sizes.',
    callers,
    takes: z.object({
      category: category.optional(),
      season: season.optional(),
      region: region.optional(),
      search: searchText.optional(),
      store: siteCode.optional(),
      stores: z.array(siteCode).min(1).max(2_000).optional(),
      /** Instead of rows: the styles that the rows of the whole list are of, for the head of a map. */
      with_styles: z.boolean().default(false),
      ...page,
      part,
    }),
    gives: json(
      z.object({
        rows: z.array(storeStyle),
        next_cursor: z.string().nullable(),
        counts: counts.optional(),
        styles: z.array(mapStyle).optional(),
      }),
    ),
  }),
  storeTransfers: post('selvedge/allocation/transfers', {
    summary:
      'What a store with too much of a style could send to others whose core sizes are broken, with the reason of each line.',
    callers,
    takes: z.object({
      category: category.optional(),
      region: region.optional(),
      /** Left out: the company’s. */
      most_cover_days: mostCover.optional(),
    }),
    gives: json(
      z.object({
        rows: z.array(transferRow),
        /** Lines beyond those that are given at once. */
        left_off: z.int(),
        most_cover_days: z.int(),
        rates_as_of: day.nullable(),
      }),
    ),
  }),
  sendTransfers: post('selvedge/allocation/send-transfers', {
    summary:
      'Makes the confirmed gate passes of transfers between stores, one for each pair of them; their pieces are reserved.',
    callers,
    changes: true,
    takes: z.object({
      lines: z
        .array(
          z.object({
            ...{ from: siteCode, to: siteCode, nm_sku: nmSku, quantity: piecesIn },
            /** Pieces on hand and on their way at the taker, as the sender saw them: what it was promised since is refused. */
            taker_had: z.int().min(0).optional(),
          }),
        )
        .min(1)
        .max(MOST_TRANSFERS),
    }),
    gives: json(
      z.object({
        number: z.string(),
        gate_passes: z.array(
          z.object({ gate_pass: z.string(), source: z.string(), store: z.string(), pieces: z.int() }),
        ),
      }),
    ),
  }),
  replaySettings: post('selvedge/allocation/replay', {
    summary:
      'Sells past days once more by the settings of today and by others, as a job; the config tells what came of it.',
    callers,
    changes: true,
    takes: z.object({
      category: category.optional(),
      settings: planSettings,
      days: z.int().min(7).max(365).default(60),
      /** Days from plan to plan. */
      every: z.int().min(1).max(60).default(7),
    }),
    gives: json(z.object({ job_id: z.uuid() })),
  }),
}
