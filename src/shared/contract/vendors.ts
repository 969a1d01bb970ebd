import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { get, json, post } from './grammar.ts'
import { vendorEntry } from './shapes.ts'

/** Whoever works with vendors' orders or boxes filters by vendor. */
const callers = [...new Set([...allowed.vendorDesk, ...allowed.chinaQc])]

const gives = json(z.object({ vendors: z.array(vendorEntry) }))

export const vendors = {
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
