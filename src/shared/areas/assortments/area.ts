import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { fileLanguage, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toPerson } from '../../kernel/notices.ts'
import { rights } from '../../kernel/rights.ts'
import { screen } from '../../kernel/screens.ts'
import { counts, oneLine, page, part, remark, searchText, timelineEvent, version } from '../../kernel/shapes.ts'
import { key } from '../../kernel/words.ts'
import { catalogueId, catalogueRow } from '../catalogue/calls.ts'
import { assortmentList } from './lists.ts'
import { assortmentRow } from './shapes.ts'

export const assortmentsRights = rights({
  assortments: {
    group: 'Catalogue',
    label: 'Build assortments of styles',
    roles: ['cataloging_team', 'bm_team', 'bm_admin', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
})

/** As `AS-000012`. */
export const assortmentId = z.string().trim().toUpperCase().min(1).max(20)

/** Of one assortment: its styles are shown, and charted, at once. */
export const mostStyles = 500

export const assortmentWords = {
  notFound: key('There is no assortment {{assortment_id}}.'),
  closed: key('Assortment {{assortment_id}} is closed. Please open it again first.'),
  noStyle: key('There is no style {{catalogue_id}} in the catalogue.'),
  notChosen: key(
    'Style {{catalogue_id}} is “{{status_key}}”: only styles that were taken for an assortment come into one.',
  ),
  noColour: key('Style {{catalogue_id}} has no colour {{color}}.'),
  noSize: key('Style {{catalogue_id}} has no size {{size}}.'),
  sameName: key('Assortment {{assortment_id}} is called so already. Please choose another name.'),
  noPieces: key('The ratio of style {{catalogue_id}} has no piece.'),
  twice: key('Style {{catalogue_id}} is named twice.'),
  nothing: key('None of these assortments has a style.'),
  title: key('Assortments as a workbook'),
} as const

/** Statuses whose styles may come into an assortment. */
export const assortedStatuses = [
  'Pending for Assortment Selection',
  'Assortment Passed',
  'Buyer Review Pending',
] as const

const ratio = z.record(z.string().trim().min(1).max(20), z.int().min(0).max(99))

export const sizesOfSet = z.array(z.object({ size: z.string(), is_core: z.boolean(), pieces_in_set: z.int() }))

export const assortedStyle = z.object({
  style: catalogueRow,
  /** English; none: all colours. */
  colors: z.array(z.string()),
  sizes: sizesOfSet,
  /** Pieces of a size in a set, by size; a size that is not named has none. */
  ratio,
})
export type AssortedStyle = z.output<typeof assortedStyle>

const filter = {
  assortment_ids: z.array(assortmentId).max(5_000).optional(),
  tab: z.enum(['open', 'closed', 'all']).default('open'),
  search: searchText.optional(),
}

const callers = assortmentsRights.assortments.roles

export const assortmentsCalls = {
  getAssortments: post('selvedge/assortments/list', {
    summary: 'Assortments, newest first, or how many are open.',
    callers,
    takes: z.object({ ...filter, ...page, part }),
    gives: json(
      z.object({ rows: z.array(assortmentRow), next_cursor: z.string().nullable(), counts: counts.optional() }),
    ),
  }),
  getAssortment: post('selvedge/assortments/one', {
    summary: 'An assortment, its styles in their order with colours and ratio, and its history.',
    callers,
    takes: z.object({ assortment_id: assortmentId }),
    gives: json(
      z.object({
        assortment: assortmentRow,
        styles: z.array(assortedStyle),
        events: z.array(timelineEvent.extend({ id: z.string() })),
      }),
    ),
  }),
  sizeSets: post('selvedge/assortments/size-sets', {
    summary: 'Sizes of every size set, from small to large, with the pieces of each in a standard set.',
    callers,
    takes: z.object({}),
    gives: json(z.object({ sets: z.array(z.object({ code: z.string(), sizes: sizesOfSet })) })),
  }),
  saveAssortment: post('selvedge/assortments/save', {
    summary:
      'Makes an assortment or changes one: name, and all its styles in their order. Colours left out are all of a style, a ratio left out that of its size set.',
    callers,
    changes: true,
    takes: z.object({
      /** Left out: a new one. */
      assortment_id: assortmentId.optional(),
      version: version.optional(),
      name: z.string().trim().min(1).max(120).regex(oneLine),
      remark: remark.nullish(),
      is_closed: z.boolean().default(false),
      styles: z
        .array(
          z.object({
            catalogue_id: catalogueId,
            colors: z.array(z.string().trim().min(1).max(80)).max(100).default([]),
            ratio: ratio.optional(),
          }),
        )

        .max(mostStyles),
    }),
    gives: json(assortmentRow),
  }),
  createExportAssortmentsJob: post('v1/erp/china/create-export-assortments-job', {
    summary:
      'Makes a workbook of assortments, a row a style and colour, as a job. Whoever asked is told when it can be taken.',
    callers,
    changes: true,
    takes: z.object({ assortment_ids: z.array(assortmentId).min(1).max(100), language: fileLanguage }),
    gives: json(z.object({ job_id: z.uuid() })),
  }),
}

export const assortmentsArea = area({
  calls: assortmentsCalls,
  rights: assortmentsRights,
  screens: [screen('catalogue', '/supplier/assortments', 'Assortments', 'layers', assortmentsRights.assortments)],
  exports: {
    exportAssortments: listFile('assortments', assortmentList, {
      summary: 'Assortments, as seen.',
      callers,
      takes: notPaged(assortmentsCalls.getAssortments),
    }),
  },
  lists: { assortments: assortmentsRights.assortments },
  entities: ['assortment'],
  feed: { assortment: assortmentsRights.assortments },
  events: { 'assortment.made': 'Assortment made', 'assortment.changed': 'Assortment changed' },
  notices: {
    assortments_exported: notice('news', {
      to: toPerson('Open assortments'),
      label: 'Workbooks of assortments',
      one: ['The workbook of {{assortments}} is ready.', '/supplier/assortments'],
      many: ['{{count}} workbooks of assortments are ready.', '/supplier/assortments'],
    }),
  },
  words: Object.values(assortmentWords),
})
