import type { CallInput } from '../../actions/calls.ts'
import { key } from '../../i18n/key.ts'

/** A party as it is typed; `version` of one that is there already. */
export interface PartyDraft {
  code: string
  kind: 'exporter' | 'consignee'
  name: string
  address: string
  country: string
  tax_id: string
  contact: string
  is_active: boolean
  version?: number
}

export const emptyParty: PartyDraft = {
  code: '',
  kind: 'consignee',
  name: '',
  address: '',
  country: 'IN',
  tax_id: '',
  contact: '',
  is_active: true,
}

export const kindWords = { exporter: key('Exporter'), consignee: key('Consignee') } as const

/** What is wrong, by field; English, and the keys of their translations. */
export function partyProblems(party: PartyDraft): Partial<Record<keyof PartyDraft, string>> {
  return {
    ...(party.code.trim() === '' && { code: key('Please enter a code.') }),
    ...(party.name.trim() === '' && { name: key('Please enter a name.') }),
    ...(party.address.trim() === '' && { address: key('Please enter an address.') }),
    ...(!/^[A-Z]{2}$/.test(party.country.trim().toUpperCase()) && {
      country: key('Please enter the two letters of a country, for example CN or IN.'),
    }),
  }
}

export function partyInput(party: PartyDraft): CallInput<'house.saveTradeParty'> {
  return {
    code: party.code.trim(),
    kind: party.kind,
    name: party.name.trim(),
    address: party.address.trim(),
    country: party.country.trim().toUpperCase(),
    tax_id: party.tax_id.trim() || null,
    contact: party.contact.trim() || null,
    is_active: party.is_active,
    ...(party.version !== undefined && { version: party.version }),
  }
}
