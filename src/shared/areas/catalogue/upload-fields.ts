import { z } from 'zod'
import { key } from '../../kernel/words.ts'
import { type SupplyChain, supplyChains } from './rights.ts'

/** What an upload about styles may say beside its file (section 3 of the specification); every row must hold to it. */
export const uploadFields = {
  supply_chain: z.enum(supplyChains).optional(),
  /** The one style that the file is about. */
  vendor_catalogue_id: z.string().trim().toUpperCase().min(1).max(40).optional(),
  /** `create` takes what is not there yet, `update` what is there; left out, both. */
  request_type: z.enum(['update', 'create']).optional(),
}

export type UploadFields = z.output<z.ZodObject<typeof uploadFields>>

export const uploadFieldFaults = {
  otherChain: key('This file was sent for the other supply chain.'),
  otherStyle: key('This file was sent for another style.'),
  there: key('This is there already: the file was sent to create alone.'),
  notThere: key('This is not there yet: the file was sent to update alone.'),
} as const

/** What a row is about. */
export interface UploadedRow {
  /** Null of a style that has no number yet. */
  code: string | null
  supply_chain: SupplyChain
  isThere: boolean
}

/** What of a row is against what was said beside its file; null where nothing is. */
export function againstFields(said: UploadFields, { code, supply_chain, isThere }: UploadedRow): string | null {
  if (said.supply_chain !== undefined && said.supply_chain !== supply_chain) return uploadFieldFaults.otherChain
  if (said.vendor_catalogue_id !== undefined && said.vendor_catalogue_id !== code) return uploadFieldFaults.otherStyle
  if (said.request_type === 'create' && isThere) return uploadFieldFaults.there
  return said.request_type === 'update' && !isThere ? uploadFieldFaults.notThere : null
}
