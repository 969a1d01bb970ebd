import { sql } from 'kysely'
import { z } from 'zod'
import type { ServerArea } from '../../src/server/http/area.ts'
import { reply } from '../../src/server/http/call.ts'
import { area } from '../../src/shared/kernel/area.ts'
import { json, post } from '../../src/shared/kernel/call.ts'
import { fields } from '../../src/shared/kernel/field.ts'
import { chosen, list, listFile } from '../../src/shared/kernel/list.ts'
import { noticeStatus, toastTimes } from '../../src/shared/kernel/notices.ts'
import { rights, rolesOf } from '../../src/shared/kernel/rights.ts'
import { screen } from '../../src/shared/kernel/screens.ts'

/** An area that exists in tests only, made as any other: what the makers promise is shown with it. */
export const mendingRights = rights({
  mend: { group: 'Warehouse', label: 'Mend torn goods', roles: ['retail_admin', 'admin'] },
})

const allowed = rolesOf(mendingRights)

export const mendingCalls = {
  getTorn: post('selvedge/mending/torn', {
    summary: 'Goods that wait for a needle.',
    callers: allowed.mend,
    takes: z.object({}),
    gives: json(z.object({ torn: z.array(z.string()) })),
  }),
}

interface TornRow {
  sku: string
}

const torn = list({
  name: 'torn',
  rowId: (row: TornRow) => row.sku,
  file: 'torn_goods',
  fields: [fields<TornRow>().code('sku', 'SKU', (row) => row.sku)],
})

export const mendingArea = area({
  calls: mendingCalls,
  rights: mendingRights,
  screens: [screen('stock', '/warehouse/mending', 'Mending', 'wrench', mendingRights.mend)],
  lists: { torn: mendingRights.mend },
  exports: {
    exportTorn: listFile('torn', torn, {
      summary: 'Torn goods as seen.',
      callers: allowed.mend,
      takes: { skus: chosen(z.string()) },
    }),
  },
  notices: {
    goods_torn: {
      label: 'Torn goods',
      audience: 'house',
      right: 'mend',
      roles: ['retail_admin'],
      words: { one: '{{sku}} is torn.', many: '{{count}} SKUs are torn.' },
      path: { one: '/warehouse/mending?search={{sku}}', many: '/warehouse/mending' },
      action: 'Open mending',
      status: noticeStatus.attention,
      timeout: toastTimes.passing,
    },
  },
  traces: { patch: { place: 8, one: 'Patch', many: 'Patches' } },
  feed: { patch: mendingRights.mend },
  facts: { thread: 'Thread' },
  actions: { mend: 'Mend it' },
  events: { 'patch.sewn': { word: 'Sewn on', namesPrice: true } },
  codes: { TORN: 'Torn' },
  statuses: { Mended: 'good' },
  words: ['Out of thread.'],
})

export const mendingServer: ServerArea<typeof mendingArea> = {
  routes: { getTorn: async () => reply({ torn: [] }) },
  feeds: { patch: () => sql`false` },
  finders: { patch: { find: async () => [], history: async () => null } },
  exports: {
    exportTorn: {
      idsInOrder: async ({ skus = [] }) => skus,
      byId: async (ids) => ids.map((sku) => ({ sku })),
    },
  },
}
