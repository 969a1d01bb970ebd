import { z } from 'zod'
import { get, json, post } from '../../kernel/call.ts'
import { allowed } from '../../kernel/rights.ts'
import { vendorEntry } from '../../kernel/shapes.ts'

/** Whoever works with vendors' orders or boxes filters by vendor. */
const callers = [...new Set([...allowed.vendorDesk, ...allowed.chinaQc])]

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
