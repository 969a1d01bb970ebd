import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { get, json, post } from '../../kernel/call.ts'
import { vendorEntry } from '../../kernel/shapes.ts'
import { allowed as orders } from '../orders/rights.ts'
import { allowed as qc } from '../qc-boxes/rights.ts'
import { dataRights } from './rights.ts'

/** Whoever works with vendors' orders or boxes filters by vendor. */
const callers = [...new Set([...orders.vendorDesk, ...qc.chinaQc])]

const gives = json(z.object({ vendors: z.array(vendorEntry) }))

export const dataCalls = {
  getVendors: get('v1/erp/get-vendors', {
    summary: 'Vendors by name; a vendor sees itself.',
    callers,
    takes: z.object({ search: z.string().trim().max(80).optional() }),
    gives,
  }),
  postVendors: post('v1/erp/get-vendors', {
    summary: 'The same list, by POST.',
    callers,
    takes: z.object({ search: z.string().trim().max(80).optional() }),
    gives,
  }),
}

export const dataArea = area({
  calls: dataCalls,
  rights: dataRights,
})
