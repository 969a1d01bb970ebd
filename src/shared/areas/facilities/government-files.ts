import { plainDigits } from '../../kernel/codes.ts'
import { key, type WordValues } from '../../kernel/words.ts'
import { isSameState } from '../gate-passes/documents.ts'

/**
 * Files that the government's offline tools take: e-invoices in the schema of form INV-01, version 1.1, and e-way bills for the bulk
 * generation, version 1.0.0621. Amounts are rupees. A tax adviser must confirm what is sent.
 */
export const eInvoiceVersion = '1.1'
export const ewayBillVersion = '1.0.0621'

interface GovernmentParty {
  name: string
  company: string
  address: string
  gstin: string | null
}

interface GovernmentLine {
  nm_sku: string
  style_name: string
  color: string
  size: string
  hs_code: string | null
  quantity: number
  unit_minor: number | null
  rate: number
  value_minor: number
  tax_minor: number
}

/** A paper as it was issued, with how its goods travel. Money is paise. */
export interface GovernmentPaper {
  kind: 'delivery_challan' | 'stock_transfer_note' | 'tax_invoice'
  number: string
  /** yyyy-mm-dd */
  issued_on: string
  from: GovernmentParty
  to: GovernmentParty
  lines: readonly GovernmentLine[]
  value_minor: number
  igst_minor: number
  cgst_minor: number
  sgst_minor: number
  carrier: string | null
  vehicle_no: string | null
  lr_no: string | null
  /** By road; null lets the portal reckon it from both PIN codes. */
  distance_km: number | null
}

/** What a file cannot do without: English, the keys of their translations. */
export const governmentFaults = {
  gstin: key('The GSTIN of {{party}} is not known.'),
  pin: key('The address of {{party}} has no PIN code of six digits.'),
  address: key('The address of {{party}} is not known.'),
  hsn: key('{{nm_sku}} has no HSN code of 4, 6 or 8 digits.'),
  value: key('What {{nm_sku}} is worth is not known.'),
  noInvoice: key('{{document}} is no tax invoice: only an invoice is reported.'),
  vehicle: key('A vehicle number of 7 to 15 letters and digits is needed, as DL01AB1234.'),
} as const

export interface GovernmentFault {
  message: string
  values: WordValues
}

/** The six digits of an Indian address, the last ones where several stand there; null where none do. */
export const pinOf = (address: string): string | null =>
  [...address.matchAll(/(?<!\d)([1-9]\d{2})\s?(\d{3})(?!\d)/g)].map(([, first, last]) => `${first}${last}`).at(-1) ??
  null

/** The twelve digits of an e-way bill's number, however they are grouped; empty where there is none, null for anything else. */
export function ewayBillNumber(typed: string): string | null {
  const plain = plainDigits(typed).replace(/[\s-]/g, '')
  return plain === '' || /^\d{12}$/.test(plain) ? plain : null
}

const hsnOf = (code: string | null): string | null => {
  const digits = code?.replace(/\D/g, '') ?? ''
  const even = digits.slice(0, digits.length >= 8 ? 8 : digits.length >= 6 ? 6 : 4)
  return even.length >= 4 && !/^0+$/.test(even) ? even : null
}

/** Everything that is missing for either file, at once. */
export function faultsForGovernment(paper: GovernmentPaper, file: 'e_invoice' | 'eway_bill'): GovernmentFault[] {
  const parties = [paper.from, paper.to].flatMap(({ name: party, gstin, address }) => [
    gstin === null && { message: governmentFaults.gstin, values: { party } },
    address.trim().length < 3 && { message: governmentFaults.address, values: { party } },
    pinOf(address) === null && { message: governmentFaults.pin, values: { party } },
  ])
  const lines = paper.lines.flatMap(({ nm_sku, hs_code, unit_minor }) => [
    hsnOf(hs_code) === null && { message: governmentFaults.hsn, values: { nm_sku } },
    unit_minor === null && { message: governmentFaults.value, values: { nm_sku } },
  ])
  const own =
    file === 'e_invoice'
      ? paper.kind !== 'tax_invoice' && { message: governmentFaults.noInvoice, values: { document: paper.number } }
      : vehicleOf(paper.vehicle_no) === null && { message: governmentFaults.vehicle, values: {} }
  return [own, ...parties, ...lines].filter((fault) => fault !== false)
}

const rupees = (paise: number) => Math.round(paise) / 100
const dayText = (day: string) => day.split('-').toReversed().join('/')
/** As the portal takes it; null for what it refuses. */
export const vehicleOf = (text: string | null) => {
  const plain = text?.replace(/[^A-Za-z0-9]/g, '').toUpperCase() ?? ''
  return plain.length >= 7 && plain.length <= 15 ? plain : null
}
/** Neither file may hold a double quote, and the portals print no Chinese. */
const cut = (text: string, most: number) =>
  text
    .replace(/"/g, "'")
    .replace(/[^\u0020-\u024f–—’]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
/** The e-way bill portal takes few characters in an address, and none but - and / in the number of a lorry receipt. */
const plainAddress = (line: string) =>
  line
    .replace(/[^A-Za-z0-9 #,/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
/** In names, places and goods it takes a few more. */
const plainName = (text: string, most: number) =>
  text
    .replace(/[^A-Za-z0-9 @#&./-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
const plainNumber = (text: string) => cut(text.replace(/[^A-Za-z0-9/-]/g, ''), 15)
/** An address over the two lines that the portals have, and the place before its PIN code. */
const addressLines = (address: string) => {
  const whole = cut(address, 200)
  return whole.length <= 100 ? [whole, ''] : [whole.slice(0, 100).trim(), whole.slice(100).trim()]
}
/** The part of an address that its PIN code stands in, else the last one that is no country. */
const placeOf = ({ address, name }: GovernmentParty) => {
  const pin = pinOf(address)?.replace(/^(\d{3})/, '$1 ?') ?? '\\d{6}'
  const parts = address.split(/[,;\n]/)
  const withPin = parts.filter((part) => new RegExp(pin).test(part))
  const places = [...parts.filter((part) => !/^\s*(india|bharat)\s*$/i.test(part)), ...withPin]
    .map((part) => cut(part.replace(new RegExp(pin), ''), 50).replace(/^[\s–-]+|[\s\d–-]+$/g, ''))
    .filter((part) => part.length >= 3)
  return places.at(-1) ?? cut(name, 50)
}
const stateOf = (gstin: string | null) => gstin?.slice(0, 2) ?? ''
const goodsOf = ({ style_name, color, size }: GovernmentLine) => cut(`${style_name} ${color} ${size}`, 100)

/** The tax of a line as its rate splits it: IGST between states, halves within one. */
function taxesOf({ rate, value_minor }: GovernmentLine, staysInState: boolean) {
  const half = Math.round((value_minor * rate) / 200)
  return staysInState
    ? { igst: 0, cgst: half, sgst: half }
    : { igst: Math.round((value_minor * rate) / 100), cgst: 0, sgst: 0 }
}

/** An e-invoice as the bulk tool takes it: one in a list. Whoever calls has heard `faultsForGovernment`. */
export function eInvoiceFile(paper: GovernmentPaper): unknown[] {
  const staysInState = isSameState(paper.from.gstin, paper.to.gstin)
  const total = paper.value_minor + paper.igst_minor + paper.cgst_minor + paper.sgst_minor
  return [
    {
      Version: eInvoiceVersion,
      TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
      DocDtls: { Typ: 'INV', No: paper.number, Dt: dayText(paper.issued_on) },
      SellerDtls: invoiceParty(paper.from),
      BuyerDtls: { ...invoiceParty(paper.to), Pos: stateOf(paper.to.gstin) },
      ItemList: paper.lines.map((line, at) => {
        const tax = taxesOf(line, staysInState)
        return {
          SlNo: String(at + 1),
          PrdDesc: goodsOf(line),
          IsServc: 'N',
          HsnCd: hsnOf(line.hs_code),
          Qty: line.quantity,
          Unit: 'PCS',
          UnitPrice: rupees(line.unit_minor ?? 0),
          TotAmt: rupees(line.value_minor),
          Discount: 0,
          AssAmt: rupees(line.value_minor),
          GstRt: line.rate,
          IgstAmt: rupees(tax.igst),
          CgstAmt: rupees(tax.cgst),
          SgstAmt: rupees(tax.sgst),
          TotItemVal: rupees(line.value_minor + tax.igst + tax.cgst + tax.sgst),
        }
      }),
      ValDtls: {
        AssVal: rupees(paper.value_minor),
        CgstVal: rupees(paper.cgst_minor),
        SgstVal: rupees(paper.sgst_minor),
        IgstVal: rupees(paper.igst_minor),
        TotInvVal: rupees(total),
      },
    },
  ]
}

function invoiceParty(party: GovernmentParty) {
  const [first = '', second = ''] = addressLines(party.address)
  return {
    Gstin: party.gstin,
    LglNm: cut(party.company || party.name, 100),
    TrdNm: cut(party.name, 100),
    Addr1: first,
    ...(second.length >= 3 && { Addr2: second }),
    Loc: placeOf(party),
    Pin: Number(pinOf(party.address)),
    Stcd: stateOf(party.gstin),
  }
}

/** Sub-supply types of the portal: supply, and for one's own use, which is what a challan between one's own sites is. */
const subSupply = { tax_invoice: 1, delivery_challan: 5, stock_transfer_note: 5 } as const

/** An e-way bill by road as the bulk tool takes it. Whoever calls has heard `faultsForGovernment`. */
export function ewayBillFile(paper: GovernmentPaper): unknown {
  const { from, to } = paper
  const staysInState = isSameState(from.gstin, to.gstin)
  const isInvoice = paper.kind === 'tax_invoice'
  const [fromFirst = '', fromSecond = ''] = addressLines(plainAddress(from.address))
  const [toFirst = '', toSecond = ''] = addressLines(plainAddress(to.address))
  const total = paper.value_minor + paper.igst_minor + paper.cgst_minor + paper.sgst_minor
  return {
    version: ewayBillVersion,
    billLists: [
      {
        userGstin: from.gstin,
        supplyType: 'O',
        subSupplyType: subSupply[paper.kind],
        subSupplyDesc: '',
        docType: isInvoice ? 'INV' : 'CHL',
        docNo: paper.number,
        docDate: dayText(paper.issued_on),
        transType: 1,
        fromGstin: from.gstin,
        fromTrdName: plainName(from.company || from.name, 100),
        fromAddr1: fromFirst,
        fromAddr2: fromSecond,
        fromPlace: plainName(placeOf(from), 50),
        fromPincode: Number(pinOf(from.address)),
        fromStateCode: Number(stateOf(from.gstin)),
        actualFromStateCode: Number(stateOf(from.gstin)),
        toGstin: to.gstin,
        toTrdName: plainName(to.company || to.name, 100),
        toAddr1: toFirst,
        toAddr2: toSecond,
        toPlace: plainName(placeOf(to), 50),
        toPincode: Number(pinOf(to.address)),
        toStateCode: Number(stateOf(to.gstin)),
        actualToStateCode: Number(stateOf(to.gstin)),
        totalValue: rupees(paper.value_minor),
        cgstValue: rupees(paper.cgst_minor),
        sgstValue: rupees(paper.sgst_minor),
        igstValue: rupees(paper.igst_minor),
        cessValue: 0,
        TotNonAdvolVal: 0,
        OthValue: 0,
        totInvValue: rupees(total),
        transMode: 1,
        transDistance: paper.distance_km ?? 0,
        transporterName: plainName(paper.carrier ?? '', 25),
        transporterId: '',
        transDocNo: plainNumber(paper.lr_no ?? ''),
        transDocDate: paper.lr_no ? dayText(paper.issued_on) : '',
        vehicleNo: vehicleOf(paper.vehicle_no),
        vehicleType: 'R',
        mainHsnCode: Number(hsnOf(paper.lines[0]?.hs_code ?? null)),
        itemList: paper.lines.map((line, at) => {
          const half = isInvoice && staysInState ? line.rate / 2 : 0
          return {
            itemNo: at + 1,
            productName: plainName(goodsOf(line), 100),
            productDesc: plainName(line.nm_sku, 100),
            hsnCode: Number(hsnOf(line.hs_code)),
            quantity: line.quantity,
            qtyUnit: 'PCS',
            taxableAmount: rupees(line.value_minor),
            sgstRate: half,
            cgstRate: half,
            igstRate: isInvoice && !staysInState ? line.rate : 0,
            cessRate: 0,
            cessNonAdvol: 0,
          }
        }),
      },
    ],
  }
}
