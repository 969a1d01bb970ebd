import { plainText } from '../../../shared/kernel/codes.ts'
import type { CallInput } from '../../actions/calls.ts'
import { key } from '../../i18n/formats.ts'
import type { Invoice } from './invoice-stage.ts'

type ExportTerms = Required<Pick<CallInput<'invoices.createExportOrder'>, 'incoterm' | 'transport'>>

export const incoterms = ['EXW', 'FCA', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DDP'] as const
export const transports = ['air', 'sea', 'road'] as const

/** The export order as it is typed. */
export interface ExportDraft {
  incoterm: Exclude<ExportTerms['incoterm'], undefined>
  transport: Exclude<ExportTerms['transport'], undefined>
  portOfLoading: string
  portOfDischarge: string
  carrier: string
  document: string
  /** Kilograms as typed; empty: the sum of the boxes. */
  gross: string
}

export const emptyExport: ExportDraft = {
  incoterm: 'FOB',
  transport: 'air',
  portOfLoading: '',
  portOfDischarge: '',
  carrier: '',
  document: '',
  gross: '',
}

export function isExportDraft(kept: unknown): kept is ExportDraft {
  if (typeof kept !== 'object' || kept === null) return false
  const draft = kept as Record<string, unknown>
  return (
    incoterms.some((term) => term === draft.incoterm) &&
    transports.some((way) => way === draft.transport) &&
    ['portOfLoading', 'portOfDischarge', 'carrier', 'document', 'gross'].every(
      (name) => typeof draft[name] === 'string',
    )
  )
}

/** Ports that the house ships between, offered while a port is typed. */
export const portsOfLoading = ['CAN Guangzhou', 'SZX Shenzhen', 'PVG Shanghai', 'CNNSA Nansha', 'CNYTN Yantian']
export const portsOfDischarge = ['DEL Delhi', 'BOM Mumbai', 'INNSA Nhava Sheva', 'INMUN Mundra', 'MAA Chennai']

const mostGrams = 100_000_000

/** Kilograms as typed ("125.5", "125,5", "１２５") in whole grams; null when empty, undefined when it is no weight. */
export function readGross(text: string): number | null | undefined {
  const plain = plainText(text)
    .replace(/\s*(kg|千克|公斤)$/i, '')
    .replace(',', '.')
  if (plain === '') return null
  if (!/^\d{1,6}(\.\d{0,3})?$/.test(plain)) return undefined
  const grams = Math.round(Number(plain) * 1_000)
  return grams >= 1 && grams <= mostGrams ? grams : undefined
}

export function writeGross(grams: number | null): string {
  return grams === null ? '' : String(grams / 1_000)
}

/** As the call takes them; null while the weight is unreadable. */
export function termsOf(draft: ExportDraft) {
  const gross = readGross(draft.gross)
  if (gross === undefined) return null
  return {
    incoterm: draft.incoterm,
    transport: draft.transport,
    port_of_loading: draft.portOfLoading.trim(),
    port_of_discharge: draft.portOfDischarge.trim(),
    carrier: draft.carrier.trim() || null,
    transport_document: draft.document.trim() || null,
    gross_weight_grams: gross,
  }
}

/** English, and the keys of their translations. */
export const transportWords = { air: key('By air'), sea: key('By sea'), road: key('By road') } as const

/** Every way has its own name for the paper whose number is asked for. */
export function documentWord(transport: ExportDraft['transport']): string {
  return documentWords[transport]
}

const documentWords = { air: key('Air waybill'), sea: key('Bill of lading'), road: key('Waybill') } as const

export function missingFields(invoice: Pick<Invoice, 'missing'>): string[] {
  return [...new Set(invoice.missing.map(({ field }) => field))]
}
